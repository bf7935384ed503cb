/** Part of the page's script: light, dark, or as the system has it. */
export const themeScript = `
const themes = { auto: 'Auto', light: 'Light', dark: 'Dark' }
const themeNames = { auto: 'as the system', light: 'light', dark: 'dark' }
// A page from file:// may be denied storage; the choice then lasts as long as the page.
const remembered = (() => { try { return localStorage.getItem('orch-conformance-theme') } catch { return null } })()
const setTheme = (name) => {
  document.documentElement.dataset.theme = name
  const button = byId('theme')
  button.textContent = themes[name]
  button.setAttribute('aria-label', 'Colours: ' + themeNames[name])
  try { localStorage.setItem('orch-conformance-theme', name) } catch {}
}
setTheme(remembered in themes ? remembered : 'auto')
byId('theme').addEventListener('click', () => {
  const names = Object.keys(themes)
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length])
})
`
