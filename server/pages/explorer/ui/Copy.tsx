import { useId, useState } from 'react'

export type CopyItem = { readonly label: string; readonly text: () => string | Promise<string>; readonly file?: string }

/** A menu of forms in which an answer can be taken along: to the clipboard, or as a file. */
export function CopyMenu({ items }: { items: readonly CopyItem[] }) {
  const id = useId()
  const [said, setSaid] = useState('')
  const take = async (item: CopyItem) => {
    const text = await item.text()
    if (item.file !== undefined) save(item.file, text)
    else await copy(text)
    setSaid(item.file === undefined ? `${item.label}: copied` : `${item.label}: saved`)
    document.getElementById(id)?.hidePopover()
    setTimeout(() => setSaid(''), 4000)
  }
  return (
    <span className="panel">
      <button type="button" className="button" popoverTarget={id} aria-haspopup="true">
        Take along
      </button>
      <span id={id} popover="auto">
        {items.map((item) => (
          <button key={item.label} type="button" onClick={() => void take(item)}>
            {item.label}
          </button>
        ))}
      </span>
      <span role="status" className="note">
        {said}
      </span>
    </span>
  )
}

/** Copy a text; where the clipboard is closed, as without https, by a hidden field. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
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
