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
// The same link twice changes no address, and must lead there all the same.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]')
  if (link !== null && link.hash === location.hash) followAddress()
})
followAddress()
addEventListener('beforeprint', () => { for (const rule of all('details.rule:not([hidden])')) rule.open = true })
`
