import { readMoment } from '../time/moment'

/** The state of the page: all of it is in the query string of its address. */
export type Address = {
  /** The words that are searched for. */
  readonly q?: string
  /** The thing that is shown. */
  readonly urn?: string
  readonly tab?: Tab
  /** Moments in ISO 8601, UTC; absent: now. */
  readonly asOf?: string
  readonly knownAt?: string
  readonly direction?: Direction
  /** The run that wrote the version of a dataset to start at. */
  readonly start?: string
  /** The moment since which the reads of a dataset count, if no known run had written it. */
  readonly at?: string
  readonly certainty?: 'POSSIBLE'
  /** Present if the answer starts at the runs within a run, too. */
  readonly within?: 'true'
  /** The key of the chosen node. */
  readonly select?: string
  /** How far the graph groups at least; absent: the runs of one job are one node. */
  readonly fold?: Folding
  /** The jobs, flows and data whose groups are open. */
  readonly expand?: readonly string[]
  /** The number of steps that the graph goes to each side; absent: 1. */
  readonly up?: number
  readonly down?: number
  /** The columns of a dataset that the answer follows; absent: the whole dataset. */
  readonly columns?: readonly string[]
  /** The sides of a comparison: runs; on the right also a moment. */
  readonly left?: string
  readonly right?: string
  /** The words that rows of the table hold, and the column of their order; with `-` before it, descending. */
  readonly filter?: string
  readonly sort?: string
  /** The thing at the other end of a path. */
  readonly to?: string
}

export const TABS = ['overview', 'graph', 'table', 'compare', 'facets', 'path'] as const
export type Tab = (typeof TABS)[number]
export const FOLDINGS = ['NONE', 'FLOW'] as const
export type Folding = (typeof FOLDINGS)[number]
export type Direction = 'UPSTREAM' | 'DOWNSTREAM'

/** A change of an address: undefined removes a part. */
export type AddressChange = { readonly [Part in keyof Address]?: Address[Part] | undefined }

const MOMENTS = ['asOf', 'knownAt', 'at', 'right'] as const

/** The moments of an address that cannot be read, such as `asOf=yesterday`. Without them, the page would show another time. */
export function unreadMoments(search: string): readonly string[] {
  const words = new URLSearchParams(search)
  return MOMENTS.map((part): [string, string] => [part, words.get(part) ?? ''])
    .filter(([, text]) => !text.startsWith('urn:') && readMoment(withPlus(text)) === null)
    .map(([part, text]) => `${part}=${text}`)
}

/** Read an address. Parts that are not valid are left out, so that an old link still opens. */
export function parseAddress(search: string): Address {
  const words = new URLSearchParams(search)
  return fitting({
    q: words.get('q') ?? undefined,
    urn: words.get('urn') || undefined,
    tab: TABS.find((tab) => tab === words.get('tab')),
    asOf: momentOf(words.get('asOf')),
    knownAt: momentOf(words.get('knownAt')),
    direction: directionOf(words.get('direction')),
    start: words.get('start') || undefined,
    at: momentOf(words.get('at')),
    certainty: words.get('certainty') === 'POSSIBLE' ? 'POSSIBLE' : undefined,
    within: words.get('within') === 'true' ? 'true' : undefined,
    select: words.get('select') || undefined,
    fold: FOLDINGS.find((fold) => fold === words.get('fold')),
    expand: words.has('expand') ? words.getAll('expand').filter(Boolean) : undefined,
    up: stepsOf(words.get('up')),
    down: stepsOf(words.get('down')),
    columns: words.has('columns') ? words.getAll('columns').filter(Boolean) : undefined,
    left: words.get('left') || undefined,
    right: sideOf(words.get('right')),
    filter: words.get('filter') || undefined,
    sort: words.get('sort') || undefined,
    to: words.get('to') || undefined,
  })
}

/** Write an address as a link of the page: `?` with its parts, or `?` alone for the front. */
export function printAddress(address: Address): string {
  const words = new URLSearchParams()
  for (const [part, value] of Object.entries(address)) {
    for (const one of Array.isArray(value) ? value : [value]) words.append(part, String(one))
  }
  // These signs need no escape in a query string, and links with URNs stay readable.
  return `?${words.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%2F', '/')}`
}

/** The address after a change. */
export function changed(address: Address, change: AddressChange): Address {
  return fitting({ ...address, ...change })
}

/** The address of another thing or search, at the same moments. */
export function elsewhere(address: Address, change: AddressChange): Address {
  return withoutAbsent({ asOf: address.asOf, knownAt: address.knownAt, ...change })
}

/** The parts that are there, without a moment of a start after the moment of the answer. */
function fitting(address: AddressChange): Address {
  const { at, asOf } = address
  const isLate = at !== undefined && asOf !== undefined && Date.parse(at) > Date.parse(asOf)
  return withoutAbsent(isLate ? { ...address, at: undefined } : address)
}

type Present<Parts> = { [Part in keyof Parts]?: Exclude<Parts[Part], undefined> }

function withoutAbsent<Parts extends object>(parts: Parts): Present<Parts> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Present<Parts>
}

const momentOf = (text: string | null): string | undefined => readMoment(withPlus(text ?? '')) ?? undefined

/** A side of a comparison: a run, or a moment. */
const sideOf = (text: string | null): string | undefined => (text?.startsWith('urn:') ? text : momentOf(text))

/** The text of a moment in a query string, which turns the + of an offset into a space. */
const withPlus = (text: string): string => text.replace(/(:\d{2}(?:\.\d+)?) (\d{2}:?\d{2})$/, '$1+$2')

function directionOf(text: string | null): Direction | undefined {
  return text === 'UPSTREAM' || text === 'DOWNSTREAM' ? text : undefined
}

function stepsOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : undefined
}
