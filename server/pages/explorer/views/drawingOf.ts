import { Drawing } from 'virtual:documents'
import { ask } from '../api/client'
import type { DrawingQueryVariables } from '../api/types'

/** An answer as a picture, for taking along. Throws if the answer was too large or took too long. */
export async function drawingOf(variables: DrawingQueryVariables): Promise<string> {
  const { data } = await ask(Drawing, variables, new AbortController().signal)
  if (!data.impact?.diagram) throw new Error('no picture')
  return data.impact.diagram
}
