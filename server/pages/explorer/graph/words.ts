import { millisOf, showMoment } from '../time/format'
import { counted } from '../ui/words'
import type { GraphNode } from './merge'

/** The word for a node's part in the answer. */
export function roleWord(node: GraphNode): string {
  switch (node.role) {
    case 'START':
      return 'start'
    case 'RUN':
      return node.folding === 'FLOW' ? 'flow' : node.folding === 'JOB' ? 'job' : 'run'
    case 'VERSION':
      return node.folding === 'NONE' ? 'version' : 'data'
    case 'NEXT':
      return 'next'
  }
}

/** The states or effects of a node, as words with forms. */
export function effectsOf(node: GraphNode): string[] {
  const words: string[] = node.kinds.map(({ kind }) => kind)
  if (node.role === 'NEXT') words.push('AT_RISK')
  if (node.certainty === 'POSSIBLE') words.push('POSSIBLE')
  return [...new Set(words)]
}

/** The number of things in a node, and their failures. */
export function countWords(node: GraphNode): string {
  if (node.role === 'NEXT') return node.hasRunSince ? 'would read again' : 'would read next'
  const thing = node.role === 'VERSION' ? 'version' : 'run'
  const failed = node.states.find(({ state }) => state === 'FAILURE')?.total ?? 0
  const words = counted(node.count, thing)
  return failed > 0 ? `${words}, ${failed} failed` : words
}

/** The times of a node. */
export function timeWords(node: GraphNode): string {
  if (node.from === null) return ''
  const from = `${node.role === 'NEXT' ? 'ran ' : ''}${showMoment(millisOf(node.from))}`
  if (node.until === null || node.count === 1) return from
  return `${from} – ${showMoment(millisOf(node.until))}`
}
