const KEY = 'headwater-token'

/** The token for the server, kept for this tab only. */
export function readToken(): string | null {
  return sessionStorage.getItem(KEY)
}

/** Keep a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

/** Forget the token. */
export function forgetToken(): void {
  sessionStorage.removeItem(KEY)
}
