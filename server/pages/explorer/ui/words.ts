/** A number of things in words: `1 run`, `2,000 runs`. */
export const counted = (count: number, thing: string): string =>
  `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`
