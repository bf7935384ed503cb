import { drawChecks, elementOf } from './checks.ts'
import { checksByRule } from './data.ts'
import { all, byId, targetOf } from './dom.ts'
import { clearFilters, expandAll } from './filter.ts'
import { reveal } from './navigate.ts'

const here = (): Element | null => document.activeElement?.closest('details.check, details.rule') ?? null

function stops(): HTMLElement[] {
  // What was opened just now tells so a little later.
  for (const rule of all('details.rule[open]:not([hidden])')) drawChecks(rule)
  const some = all('details.rule:not([hidden]), details.rule[open] details.check:not([hidden])')
  return some.filter((stop) => stop.closest('[hidden]') === null)
}

function step(by: 1 | -1): void {
  const some = stops()
  const index = some.findIndex((stop) => stop === here())
  const next = index === -1 ? (by > 0 ? 0 : some.length - 1) : index + by
  const summary = some[next]?.querySelector('summary')
  summary?.focus()
  summary?.scrollIntoView({ block: 'nearest' })
}

// Rules and checks in the order of the page.
const order = [...checksByRule].flatMap(([rule, checks]) => [
  { hash: `rule:${rule}`, isRed: false },
  ...checks.map(({ id, red }) => ({ hash: `check:${id}`, isRed: red === true })),
])

function nextRed(): void {
  const from = order.findIndex(({ hash }) => hash === here()?.id)
  const turned = [...order.slice(from + 1), ...order.slice(0, from + 1)]
  for (const { hash, isRed } of turned) {
    const element = isRed ? elementOf(hash) : null
    if (element === null || element.hidden) continue
    reveal(element)
    return
  }
}

/** Makes the keys work that the help lists. */
export function startKeys(): void {
  const help = byId('help', HTMLDialogElement)
  byId('help-open', HTMLButtonElement).addEventListener('click', () => help.showModal())
  const acts = new Map<string, () => void>([
    [
      '/',
      () => {
        byId('text', HTMLInputElement).focus()
        byId('text', HTMLInputElement).select()
      },
    ],
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['n', nextRed],
    ['e', expandAll],
    ['?', () => help.showModal()],
  ])
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return
    if (event.key === 'Escape') {
      clearFilters()
      return
    }
    if (targetOf(event)?.matches('input, select, textarea')) return
    const act = acts.get(event.key)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}
