import type { Document } from 'virtual:documents'
import { failureOf, type GraphQLProblem, RequestFailure } from './errors'
import { readToken } from './token'

const TRIES = 4
const LONGEST_WAIT_SECONDS = 10

/** An answer: its data, and the problems of single fields, which are null in it. */
export type Answer<Data> = { readonly data: Data; readonly problems: readonly GraphQLProblem[] }

type Body<Data> = { data?: Data | null; errors?: GraphQLProblem[] }

/** The address of GraphQL, beside the page and below the same prefix. */
export const GRAPHQL = new URL('graphql', location.href.replace(/[?#].*$/, '')).href

/** Ask the server one document. It is sent by its hash; a server that does not know it gets the text. */
export async function ask<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Answer<Data>> {
  const named = { operationName: document.name, variables, extensions: persisted(document.hash) }
  let body = await send<Data>(named, signal)
  if (body.errors?.[0]?.extensions?.code === 'PERSISTED_QUERY_NOT_FOUND') {
    body = await send<Data>({ ...named, query: document.text }, signal)
  }
  const problems = body.errors ?? []
  // Fields of the root may be null, so an answer of nulls alone is a failure, and does not mean that nothing is known.
  if (problems[0] && Object.values(body.data ?? {}).every((field) => field === null)) throw failureOf(problems[0])
  if (!body.data) throw new RequestFailure('SERVER', 'The answer has no data.')
  return { data: body.data, problems }
}

const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })

async function send<Data>(request: object, signal: AbortSignal): Promise<Body<Data>> {
  for (let attempt = 1; ; attempt++) {
    const token = readToken()
    const response = await post(request, token, signal)
    if (response.status === 401) throw new RequestFailure(token ? 'REFUSED' : 'TOKEN', 'The server wants a token.')
    if (response.status === 403) throw new RequestFailure('FORBIDDEN', 'The token has no right to read.')
    if (response.status === 503 && attempt < TRIES) {
      await pause(waitSeconds(response, attempt), signal)
      continue
    }
    return await bodyOf<Data>(response)
  }
}

async function post(request: object, token: string | null, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(GRAPHQL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(request),
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new RequestFailure('OFFLINE', 'The server does not answer.')
  }
}

async function bodyOf<Data>(response: Response): Promise<Body<Data>> {
  try {
    return (await response.json()) as Body<Data>
  } catch {
    const kind = response.status === 503 ? 'BUSY' : 'SERVER'
    throw new RequestFailure(kind, `The server answered with HTTP status ${response.status}.`)
  }
}

function waitSeconds(response: Response, attempt: number): number {
  const named = Number(response.headers.get('retry-after'))
  return Math.min(named > 0 ? named : 2 ** (attempt - 1), LONGEST_WAIT_SECONDS)
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
