import { drawChecks, elementOf } from './checks.ts'
import { failures } from './data.ts'
import { all, byId, targetOf } from './dom.ts'
import { clearFilters, expandAll } from './filter.ts'
import { reveal } from './navigate.ts'

const here = (): Element | null => document.activeElement?.closest('details.check, details.rule') ?? null

function stops(): HTMLElement[] {
  // The toggle event of an opened rule arrives later, so its checks are drawn here.
  for (const rule of all('details.rule[open]:not([hidden])')) drawChecks(rule)
  const some = all('details.rule:not([hidden]), details.rule[open] details.check:not([hidden])')
  return some.filter((stop) => stop.closest('[hidden]') === null)
}

function moveFocus(by: 1 | -1): void {
  const some = stops()
  const index = some.findIndex((stop) => stop === here())
  const next = index === -1 ? (by > 0 ? 0 : some.length - 1) : index + by
  const summary = some[next]?.querySelector('summary')
  summary?.focus()
  summary?.scrollIntoView({ block: 'nearest' })
}

function nextFailure(): void {
  const from = failures.indexOf(here()?.id.replace(/^check:/, '') ?? '')
  for (const id of [...failures.slice(from + 1), ...failures.slice(0, from + 1)]) {
    const element = elementOf(`check:${id}`)
    if (element === null || element.hidden || element.closest('[hidden]') !== null) continue
    reveal(element)
    return
  }
}

/** Connects the keys that the help lists. */
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
    ['j', () => moveFocus(1)],
    ['k', () => moveFocus(-1)],
    ['n', nextFailure],
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
