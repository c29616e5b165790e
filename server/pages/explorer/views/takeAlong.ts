import { Drawing } from 'virtual:documents'
import { ask } from '../api/client'
import type { DrawingQueryVariables } from '../api/types'
import type { CopyItem } from '../ui/Copy'

/** An answer as a picture, for taking along. Throws if the answer was too large or took too long. */
export async function drawingOf(variables: DrawingQueryVariables): Promise<string> {
  const { data } = await ask(Drawing, variables, new AbortController().signal)
  if (!data.impact?.diagram) throw new Error('no picture')
  return data.impact.diagram
}

/** The question of a view, and the address that asks it, for taking along. */
export const questionItems = (variables: object, text: string): CopyItem[] => [
  { label: 'GraphQL query', text: () => `# Variables:\n# ${JSON.stringify(variables)}\n\n${text}\n` },
  { label: 'Link to this page', text: () => location.href },
]
