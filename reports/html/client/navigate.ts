import { drawChecks, elementOf } from './checks.ts'
import { elements, targetOf } from './dom.ts'
import { clearFilters } from './filter.ts'

/** Shows a rule or check through filters and closed parts, and focuses it. */
export function revealElement(element: Element): void {
  if (element.closest('[hidden]') !== null) clearFilters()
  for (let ancestor: Element | null = element; ancestor !== null; ancestor = ancestor.parentElement)
    if (ancestor instanceof HTMLDetailsElement) ancestor.open = true
  element.querySelector('summary')?.focus({ preventScroll: true })
  scrollTo(element, maxFrames)
}

// Maximum number of frames in which the position is corrected. Content above is laid out only when it comes near the
// screen, and then moves the content below.
const maxFrames = 20

function scrollTo(element: Element, frames: number): void {
  element.scrollIntoView({ block: 'start', behavior: 'instant' })
  const previousTop = element.getBoundingClientRect().top
  requestAnimationFrame(() => {
    if (frames > 0 && Math.abs(element.getBoundingClientRect().top - previousTop) > 1)
      scrollTo(element, frames - 1)
  })
}

function followAddress(): void {
  let id = ''
  try {
    id = decodeURIComponent(location.hash.slice(1))
  } catch {}
  const element = elementOf(id)
  if (element !== null) revealElement(element)
}

/** Makes links navigate to the rules and checks that they name. */
export function startNavigation(): void {
  addEventListener('hashchange', followAddress)
  // The browser's own navigation removes the focus, so links to rules and checks are handled here.
  document.addEventListener('click', (event) => {
    const link = targetOf(event)?.closest('a[href^="#rule:"], a[href^="#check:"]')
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (link.hash !== location.hash) history.pushState(null, '', link.hash)
    followAddress()
  })
  addEventListener('popstate', followAddress)
  addEventListener('load', () => requestAnimationFrame(followAddress))
  addEventListener('beforeprint', () => {
    for (const rule of elements('details.rule:not([hidden])')) {
      drawChecks(rule)
      rule.setAttribute('open', '')
    }
  })
}
