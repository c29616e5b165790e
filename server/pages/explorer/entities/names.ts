/** Names to show, from URNs alone, so that no answer needs more fields for them. */

export type Kind = 'dataset' | 'job' | 'flow' | 'run' | 'model' | 'other'

const KINDS: [string, Kind][] = [
  ['urn:li:dataset:', 'dataset'],
  ['urn:li:dataJob:', 'job'],
  ['urn:li:dataFlow:', 'flow'],
  ['urn:li:dataProcessInstance:', 'run'],
  ['urn:li:mlModel:', 'model'],
]

/** The word for a kind. */
export const KIND_WORDS: Record<Kind, string> = {
  dataset: 'Dataset',
  job: 'Job',
  flow: 'Flow',
  run: 'Run',
  model: 'Model',
  other: 'Thing',
}

/** The kind of thing that a URN names. */
export function kindOf(urn: string): Kind {
  return KINDS.find(([prefix]) => urn.startsWith(prefix))?.[1] ?? 'other'
}

/** True for data: things with versions. */
export const isData = (urn: string): boolean => kindOf(urn) === 'dataset' || kindOf(urn) === 'model'

/** The parts of a URN's key: those between commas at its own level. A URN in the first part stays as it is written. */
export function keyParts(urn: string): string[] {
  const begin = urn.indexOf('(')
  if (begin < 0) return [urn.split(':').slice(3).join(':')]
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of urn.slice(begin + 1, -1)) {
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
      continue
    }
    if (sign === '(') depth++
    if (sign === ')') depth--
    part += sign
  }
  return [...parts, part].map((one, place) => (place === 0 && one.startsWith('urn:li:') ? one : unescaped(one)))
}

/** The name of a thing: short enough for a list, without the host of its platform. */
export function nameOf(urn: string): string {
  const parts = keyParts(urn)
  switch (kindOf(urn)) {
    case 'dataset':
    case 'model':
      return withoutHost(parts[1] ?? urn)
    case 'job':
      return parts[1] ?? urn
    case 'flow':
      return parts[1] ?? urn
    case 'run':
      return (parts[0] ?? urn).slice(0, 8)
    default:
      return parts.at(-1) ?? urn
  }
}

/** The place of a thing: the platform and host of data, the flow of a job. */
export function placeOf(urn: string): string {
  const parts = keyParts(urn)
  switch (kindOf(urn)) {
    case 'dataset':
    case 'model': {
      const platform = unescaped((parts[0] ?? '').split(':').at(-1) ?? '')
      const host = hostOf(parts[1] ?? '')
      return host ? `${platform} · ${host}` : platform
    }
    case 'job': {
      const flow = parts[0] ?? ''
      return [keyParts(flow)[2], nameOf(flow)].filter(Boolean).join(' · ')
    }
    case 'flow':
      return [parts[2], parts[0]].filter(Boolean).join(' · ')
    default:
      return ''
  }
}

function withoutHost(name: string): string {
  return name.replace(/^\/\/[^/]+\//, '')
}

/** The host in a name of data, in which a slash is escaped, too. A percent sign alone stands for no host. */
function hostOf(name: string): string {
  const host = /^\/\/([^/]+)\//.exec(name)?.[1] ?? ''
  return host === '%' ? '' : host.replaceAll('%2F', '/').replaceAll('%25', '%')
}

const ESCAPED = /%(?:2C|28|29|E2%90%9F|25)/g

/** Reverse the escapes of URNs, as `headwater/urn.py` has them. All other percent signs are parts of names. */
function unescaped(text: string): string {
  return text.replace(ESCAPED, decodeURIComponent)
}
