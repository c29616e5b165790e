import { Fragment } from 'react'

/** A name that may break after its dots, slashes and underscores, and nowhere else if it can. */
export function Name({ text }: { text: string }) {
  const parts = text.split(/(?<=[._/])/)
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
