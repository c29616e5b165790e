import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const KEY = 'headwater-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The chosen theme, or that of the system. */
function current(): Theme {
  const chosen = localStorage.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light'
}

/** Show the theme; called once before the first drawing. */
export function showTheme(): void {
  document.documentElement.dataset['theme'] = current()
  for (const listener of listeners) listener()
}

dark.addEventListener('change', showTheme)

/** The theme, and a switch to the other one. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
  const toggle = () => {
    localStorage.setItem(KEY, theme === 'dark' ? 'light' : 'dark')
    showTheme()
  }
  return [theme, toggle]
}
