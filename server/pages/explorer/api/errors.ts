/** The kinds of failure that the page tells apart. */
export type FailureKind =
  | 'TOKEN'
  | 'REFUSED'
  | 'FORBIDDEN'
  | 'BUSY'
  | 'OFFLINE'
  | 'NOT_FOUND'
  | 'BAD_REQUEST'
  | 'SERVER'
  | 'PAGE'

/** A request without an answer. */
export class RequestFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** An error of GraphQL, as in the answer. */
export type GraphQLProblem = {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: { readonly code?: number | string; readonly type?: string }
}

const KINDS: Record<string, FailureKind> = {
  UNAUTHORIZED: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  BAD_REQUEST: 'BAD_REQUEST',
  SERVICE_UNAVAILABLE: 'BUSY',
}

/** The failure that a problem means for the whole answer. */
export function failureOf(problem: GraphQLProblem): RequestFailure {
  return new RequestFailure(KINDS[problem.extensions?.type ?? ''] ?? 'SERVER', problem.message)
}
