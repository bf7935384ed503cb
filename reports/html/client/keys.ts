/** Part of the page's script: the keys that the help lists. */
export const keysScript = `
const help = byId('help')
byId('help-open').addEventListener('click', () => help.showModal())
const stops = () => all('details.rule:not([hidden]), details.rule[open] details.check:not([hidden])')
  .filter((stop) => stop.closest('[hidden]') === null)
const step = (stops, by) => {
  const here = document.activeElement?.closest('details.check, details.rule') ?? null
  const index = stops.indexOf(here)
  const next = index === -1 ? (by > 0 ? 0 : stops.length - 1) : index + by
  const summary = stops[next]?.querySelector('summary')
  summary?.focus()
  summary?.scrollIntoView({ block: 'nearest' })
}
const nextRed = () => {
  const red = all('details.check[data-red]').filter((check) => !check.hidden)
  if (red.length === 0) return
  const here = document.activeElement?.closest('details.rule, details.check')
  const after = red.find((check) => check !== here && (here == null || (here.compareDocumentPosition(check) & Node.DOCUMENT_POSITION_FOLLOWING)))
  reveal(after ?? red[0])
}
const keys = {
  '/': () => { byId('text').focus(); byId('text').select() },
  j: () => step(stops(), 1),
  k: () => step(stops(), -1),
  n: nextRed,
  e: expandAll,
  '?': () => help.showModal(),
}
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return
  if (event.key === 'Escape') { clearFilters(); return }
  if (event.target.matches('input, select, textarea')) return
  const act = keys[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
})
`
