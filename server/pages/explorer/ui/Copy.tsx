import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

export type CopyItem = { readonly label: string; readonly text: () => string | Promise<string>; readonly file?: string }

const SAID_MILLIS = 4000

/** A menu of forms in which an answer can be taken along: to the clipboard, or as a file. */
export function CopyMenu({ items }: { items: readonly CopyItem[] }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [said, setSaid] = useState('')
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  const take = async (item: CopyItem) => {
    close()
    try {
      const text = await item.text()
      if (item.file === undefined) await copy(text)
      else save(item.file, text)
      setSaid(item.file === undefined ? `${item.label}: copied` : `${item.label}: saved`)
    } catch {
      setSaid(`${item.label}: the server gave no answer, try again`)
    }
    setTimeout(() => setSaid(''), SAID_MILLIS)
  }
  const closeOutside = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  return (
    <span className="panel">
      <details ref={menu} onBlur={closeOutside} onKeyDown={closeByKey}>
        <summary className="button">Take along</summary>
        <ul>
          {items.map((item) => (
            <li key={item.label}>
              <button type="button" onClick={() => void take(item)}>
                {item.label}
                {item.file && <span className="note"> as a file</span>}
              </button>
            </li>
          ))}
        </ul>
      </details>
      <span role="status" className="note">
        {said}
      </span>
    </span>
  )
}

/** Copy a text; where the clipboard is closed, as without https, by a field out of sight. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.className = 'unseen'
    field.value = text
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
}

function save(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
