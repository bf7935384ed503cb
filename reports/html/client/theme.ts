import { byId } from './dom.ts'

// Themes in the order in which the button selects them; `auto` follows the system setting.
const themes = ['auto', 'light', 'dark']
const key = 'orch-conformance-theme'

// A page from file:// may have no storage. The choice then applies only until the page is closed.
function storedTheme(): string {
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
  setTheme(themes.find((name) => name === storedTheme()) ?? 'auto')
  byId('theme', HTMLButtonElement).addEventListener('click', () => {
    const currentIndex = themes.indexOf(document.documentElement.dataset.theme ?? '')
    setTheme(themes[(currentIndex + 1) % themes.length] ?? 'auto')
  })
}
