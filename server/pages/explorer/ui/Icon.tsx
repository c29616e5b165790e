const PATHS = {
  check: 'M3 8.5l3.2 3.2L13 5',
  cross: 'M4 4l8 8M12 4l-8 8',
  play: 'M5 3.5l7 4.5-7 4.5z',
  skip: 'M3 8h10M10 5l3 3-3 3',
  drop: 'M8 2.2c2.6 3.2 4 5.2 4 7.2a4 4 0 0 1-8 0c0-2 1.400-4 4-7.200z',
  clock: 'M8 4.500V8l2.500 1.500M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z',
  triangle: 'M8 2.500l6 11H2zM8 7v3M8 11.800v.2',
  question: 'M5.800 6a2.200 2.200 0 1 1 3.400 1.900c-.8.5-1.200.9-1.200 1.800M8 12v.2',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.500 10.500L14 14',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z',
  retry: 'M13 8a5 5 0 1 1-1.500-3.500M13 2v3h-3',
} as const

export type IconName = keyof typeof PATHS

/** A small drawing beside a word; the word says the same. */
export function Icon({ name, size = 12 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
