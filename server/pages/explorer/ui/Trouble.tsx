import { type FormEvent, useId, useState } from 'react'
import { forgetAnswers } from '../api/answers'
import type { FailureKind, RequestFailure } from '../api/errors'
import { keepToken } from '../api/token'

const TITLES: Record<FailureKind, string> = {
  TOKEN: 'This server wants a token',
  REFUSED: 'The server refused this token',
  FORBIDDEN: 'This token may not read',
  BUSY: 'The server is busy',
  OFFLINE: 'The server does not answer',
  NOT_FOUND: 'The store does not know this',
  BAD_REQUEST: 'The server refused the question',
  SERVER: 'The server failed',
  PAGE: 'This page failed',
}

const REMEDIES: Record<FailureKind, string> = {
  TOKEN: 'Ask the operator for one with the scope read. It is kept for this tab only.',
  REFUSED: 'It may be mistyped, over or revoked. Give one with the scope read.',
  FORBIDDEN: 'Give one with the scope read.',
  BUSY: 'It has other work. Try again in a moment.',
  OFFLINE: 'Check the network and the server, and try again.',
  NOT_FOUND: 'Check the name, or search for half of it. Events that have not arrived yet are not known, either.',
  BAD_REQUEST: 'Mend the search or the address of this page, or begin again at the front.',
  SERVER: 'Try again. The log of the server has the reason.',
  PAGE: 'Load it again. If it fails again, the page has a fault: the message above says where.',
}

/** The signs of a token. A header has no others, and the browser would send nothing. */
const TOKEN = /^[!-~]+$/

type TroubleProps = { failure: RequestFailure; again: () => void }

/** A view without an answer: what is wrong, and what to do. */
export function Trouble({ failure, again }: TroubleProps) {
  const wantsToken = ['TOKEN', 'REFUSED', 'FORBIDDEN'].includes(failure.kind)
  return (
    <section className="card trouble" role="alert">
      <h1>{TITLES[failure.kind]}</h1>
      {!wantsToken && <p>{failure.message}</p>}
      <p className="note">{REMEDIES[failure.kind]}</p>
      {wantsToken ? (
        <TokenForm again={again} />
      ) : (
        <button type="button" className="button main" onClick={again}>
          Try again
        </button>
      )}
    </section>
  )
}

function TokenForm({ again }: { again: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const token = text.trim().replace(/^Bearer /, '')
  const isWrong = token !== '' && !TOKEN.test(token)
  const use = (event: FormEvent) => {
    event.preventDefault()
    keepToken(token)
    forgetAnswers()
    again()
  }
  return (
    <form className="buttons" onSubmit={use}>
      <label htmlFor={id}>Token</label>
      <input
        id={id}
        className="field"
        type="password"
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button main" disabled={token === '' || isWrong}>
        Use this token
      </button>
      {isWrong && (
        <span id={`${id}-wrong`} className="note" aria-live="polite">
          Expected letters, digits and signs of ASCII, without spaces
        </span>
      )}
    </form>
  )
}
