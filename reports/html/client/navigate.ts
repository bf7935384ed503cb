/** Part of the page's script: leads to the rule or check that an address names. */
export const navigateScript = `
const reveal = (element) => {
  if (element.closest('[hidden]') !== null) clearFilters()
  for (let part = element; part !== null; part = part.parentElement) if (part.matches('details')) part.open = true
  if (element.matches('details.check')) mount(element)
  element.scrollIntoView({ block: 'start' })
  element.querySelector('summary')?.focus({ preventScroll: true })
}
const followAddress = () => {
  let id = ''
  try { id = decodeURIComponent(location.hash.slice(1)) } catch {}
  const element = id === '' ? null : byId(id)
  if (element?.matches('details')) reveal(element)
}
addEventListener('hashchange', followAddress)
// The browser's own way to an address takes the focus off again, so links to rules and checks go ours.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#rule:"], a[href^="#check:"]')
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (link.hash !== location.hash) history.pushState(null, '', link.hash)
  followAddress()
})
addEventListener('popstate', followAddress)
addEventListener('load', () => requestAnimationFrame(followAddress))
addEventListener('beforeprint', () => { for (const rule of all('details.rule:not([hidden])')) rule.open = true })
`
