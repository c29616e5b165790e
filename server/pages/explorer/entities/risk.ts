import { nameOf } from './names'

/** The data that a job would read: those that are new to it, and those that it has read, or could have, since. */
export function readWords(risks: readonly { hasRunSince: boolean; asset: { urn: string } }[]): string {
  const [again, next] = [true, false].map((hasRun) =>
    risks.filter((risk) => risk.hasRunSince === hasRun).map((risk) => nameOf(risk.asset.urn)),
  )
  const parts = [next?.length ? next.join(', ') : '', again?.length ? `${again.join(', ')} again` : '']
  return `would read ${parts.filter(Boolean).join('; ')}`
}
