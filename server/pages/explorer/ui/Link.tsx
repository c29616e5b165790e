import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { type Address, elsewhere, printAddress } from '../address/address'
import { go, useAddress } from '../address/useAddress'
import { nameOf } from '../entities/names'
import { Name } from './Name'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: Address }

/** A link to another address of the page; with a modifier key, the browser opens it as any link. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    go(to)
    document.querySelector('main')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
  return <a href={printAddress(to)} onClick={follow} {...rest} />
}

/** A link to a thing, at the moments that the page shows. */
export function ThingLink({ urn, children, ...rest }: Omit<LinkProps, 'to' | 'href'> & { urn: string }) {
  const address = useAddress()
  return (
    <Link to={elsewhere(address, { urn })} title={urn} {...rest}>
      {children === undefined || typeof children === 'string' ? <Name text={children ?? nameOf(urn)} /> : children}
    </Link>
  )
}
