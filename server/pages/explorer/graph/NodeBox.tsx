import { Handle, type Node, type NodeProps, Position, useReactFlow } from '@xyflow/react'
import type { FocusEvent } from 'react'
import { change } from '../address/useAddress'
import { Badge } from '../ui/Badge'
import type { GraphNode } from './merge'
import { NODE_HEIGHT, NODE_WIDTH } from './places'
import { countWords, effectsOf, roleWord, timeWords } from './words'

export type BoxNode = Node<{ node: GraphNode; isChosen: boolean; isAside: boolean; isNew: boolean }, 'box'>

/** A node of the graph. Its outline tells runs from data; words and signs tell its effects. */
export function NodeBox({ data, positionAbsoluteX: x, positionAbsoluteY: y }: NodeProps<BoxNode>) {
  const { node, isChosen, isAside, isNew } = data
  const { setCenter, getZoom } = useReactFlow()
  // The keyboard may reach a node that is out of sight.
  const showFocused = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.matches(':focus-visible')) return
    void setCenter(x + NODE_WIDTH / 2, y + NODE_HEIGHT / 2, { zoom: getZoom() })
  }
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <button
        type="button"
        className="node"
        data-role={node.role}
        data-folding={node.folding}
        data-certainty={node.certainty}
        data-aside={isAside}
        aria-pressed={isChosen}
        onFocus={showFocused}
        onClick={() => change({ select: isChosen ? undefined : node.key })}
      >
        <span className="over">
          <span>{roleWord(node)}</span>
          {effectsOf(node).map((word) => (
            <Badge key={word} word={word} />
          ))}
          {isNew && <span className="badge tone-accent">new</span>}
        </span>
        <b title={node.name}>{node.name}</b>
        <span className="under">
          {countWords(node)}
          {timeWords(node) && ` · ${timeWords(node)}`}
        </span>
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  )
}
