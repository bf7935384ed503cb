import { drawChecks, elementOf } from './checks.ts'
import { failures } from './data.ts'
import { elements, byId, targetOf } from './dom.ts'
import { clearFilters, expandAll } from './filter.ts'
import { revealElement } from './navigate.ts'

const focusedElement = (): Element | null =>
  document.activeElement?.closest('details.check, details.rule') ?? null

function focusableElements(): HTMLElement[] {
  // The toggle event of an opened rule arrives later, so its checks are drawn here.
  for (const rule of elements('details.rule[open]:not([hidden])')) drawChecks(rule)
  const visibleElements = elements(
    'details.rule:not([hidden]), details.rule[open] details.check:not([hidden])',
  )
  return visibleElements.filter((stop) => stop.closest('[hidden]') === null)
}

function moveFocus(step: 1 | -1): void {
  const focusable = focusableElements()
  const index = focusable.findIndex((stop) => stop === focusedElement())
  const nextIndex = index === -1 ? (step > 0 ? 0 : focusable.length - 1) : index + step
  const summary = focusable[nextIndex]?.querySelector('summary')
  summary?.focus()
  summary?.scrollIntoView({ block: 'nearest' })
}

function nextFailure(): void {
  const currentIndex = failures.indexOf(focusedElement()?.id.replace(/^check:/, '') ?? '')
  for (const id of [...failures.slice(currentIndex + 1), ...failures.slice(0, currentIndex + 1)]) {
    const element = elementOf(`check:${id}`)
    if (element === null || element.hidden || element.closest('[hidden]') !== null) continue
    revealElement(element)
    return
  }
}

/** Connects the keys that the help lists. */
export function startKeys(): void {
  const helpDialog = byId('help', HTMLDialogElement)
  byId('help-open', HTMLButtonElement).addEventListener('click', () => helpDialog.showModal())
  const actionsByKey = new Map<string, () => void>([
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
    ['?', () => helpDialog.showModal()],
  ])
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || helpDialog.open) return
    if (event.key === 'Escape') {
      clearFilters()
      return
    }
    if (targetOf(event)?.matches('input, select, textarea')) return
    const runAction = actionsByKey.get(event.key)
    if (runAction === undefined) return
    event.preventDefault()
    runAction()
  })
}
