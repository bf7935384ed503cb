import { byId } from './dom.ts'

// Light, dark, or the system setting.
const themes = ['auto', 'light', 'dark']
const key = 'orch-conformance-theme'

// A page from file:// may be denied storage. The choice then lasts as long as the page.
function remembered(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function setTheme(name: string): void {
  document.documentElement.dataset.theme = name
  byId('theme-name', HTMLElement).textContent = name === 'auto' ? 'system' : name
  try {
    localStorage.setItem(key, name)
  } catch {}
}

/** Connects the theme button. */
export function startTheme(): void {
  setTheme(themes.find((name) => name === remembered()) ?? 'auto')
  byId('theme', HTMLButtonElement).addEventListener('click', () => {
    const now = themes.indexOf(document.documentElement.dataset.theme ?? '')
    setTheme(themes[(now + 1) % themes.length] ?? 'auto')
  })
}
