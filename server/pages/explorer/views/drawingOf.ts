import { Drawing } from 'virtual:documents'
import { ask } from '../api/client'
import type { DrawingQueryVariables } from '../api/types'

/** An answer as a picture, for taking along. */
export async function drawingOf(variables: DrawingQueryVariables): Promise<string> {
  const { data } = await ask(Drawing, variables, new AbortController().signal)
  return data.impact?.diagram ?? ''
}
