import { Icon, type IconName } from './Icon'

type Look = { tone: string; icon?: IconName; form?: 'dashed' | 'dotted'; means?: string }

const LOOKS: Record<string, Look> = {
  SUCCESS: { tone: 'success', icon: 'check' },
  FAILURE: { tone: 'failure', icon: 'cross' },
  SKIPPED: { tone: 'skipped', icon: 'skip' },
  UP_FOR_RETRY: { tone: 'stale', icon: 'retry' },
  STARTED: { tone: 'running', icon: 'play' },
  HUNG: { tone: 'failure', icon: 'clock', form: 'dashed', means: 'STARTED for longer than its job usually takes' },
  CONTAMINATED: { tone: 'contaminated', icon: 'drop', means: 'worked on data from this start, good or bad' },
  STALE: {
    tone: 'stale',
    icon: 'clock',
    form: 'dashed',
    means: 'read old data that this start, or a run in it, should have replaced',
  },
  AT_RISK: { tone: 'risk', icon: 'triangle', form: 'dotted', means: 'a job that would read affected data next' },
  POSSIBLE: { tone: 'possible', icon: 'question', form: 'dashed', means: 'not ruled out by the events' },
}

/** A state or an effect, told by its word, its sign and its outline as well as by its colour. */
export function Badge({ word, children }: { word: string; children?: string }) {
  const look = LOOKS[word] ?? { tone: 'skipped' }
  return (
    <span className={`badge tone-${look.tone}`} data-form={look.form} title={look.means}>
      {look.icon && <Icon name={look.icon} />}
      {children ?? word}
    </span>
  )
}

/** The meaning of an effect in words; undefined for words that need none. */
export const meaningOf = (word: string): string | undefined => LOOKS[word]?.means

/** The colour of a state or an effect, as a class. */
export const toneOf = (word: string): string => `tone-${LOOKS[word]?.tone ?? 'skipped'}`
