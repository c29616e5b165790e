const KEY = 'headwater-token'

const tokens = new EventTarget()

/** The token for the server, kept for this tab only. */
export function readToken(): string | null {
  return sessionStorage.getItem(KEY)
}

/** Keep a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token)
  tokens.dispatchEvent(new Event('kept'))
}

/** Wait until the reader gives a token, or the signal ends the wait. */
export function nextToken(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      tokens.removeEventListener('kept', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    tokens.addEventListener('kept', end)
    signal.addEventListener('abort', end)
  })
}
