import { drawChecks, setHidden } from './checks.ts'
import { checksByRule, type KnownCheck } from './data.ts'
import { all, byId } from './dom.ts'

/** Computed on first use, so that the page opens without it. */
function debounced(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make().toLowerCase())
}

const textOf = (selector: string, root: HTMLElement): string =>
  all(selector, root)
    .map((part) => part.textContent)
    .join(' ')

const rules = all('details.rule').map((element) => ({
  element,
  text: debounced(
    () =>
      `${textOf(':scope > summary', element)} ${element.closest('.section')?.querySelector('h3')?.textContent}`,
  ),
  checks: (checksByRule.get(element.id.replace(/^rule:/, '')) ?? []).map((check) => ({
    check,
    text: debounced(() => wordsOf(check)),
  })),
}))

function wordsOf({ id, title, detail }: KnownCheck): string {
  if (detail === undefined) return `${id} ${title}`
  const { reason = '', known, values, observations } = detail
  const observedTexts = observations.map(({ what, value }) => `${what} ${value}`)
  return [
    id,
    title,
    reason,
    known?.reason,
    known?.link,
    values?.expected,
    values?.actual,
    ...observedTexts,
  ].join(' ')
}

const parts = all('.section, .document')
const links = all('.outline a').flatMap((link) => {
  const part = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
  return part === null ? [] : [{ link, part }]
})
const chips = all('.chip').filter((chip) => chip instanceof HTMLButtonElement)
const search = byId('text', HTMLInputElement)
const chosen = byId('document', HTMLSelectElement)
const clear = byId('clear', HTMLButtonElement)

const pressed = (name: string): string[] =>
  chips
    .filter((chip) => chip.dataset.filter === name && chip.getAttribute('aria-pressed') === 'true')
    .map((chip) => chip.value)
const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
const isAmong = (value: string | undefined, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.includes(value ?? '')

/** Shows the rules and checks that match the controls, and their number. */
function applyFilters(): void {
  const verdicts = pressed('verdict')
  const levels = pressed('level')
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (...texts: (() => string)[]): boolean =>
    words.every((word) => texts.some((text) => text().includes(word)))
  const shown = { rules: 0, checks: 0 }
  let allChecks = 0
  for (const { element, text, checks } of rules) {
    const fits = isAmong(element.dataset.document, chosen.value === '' ? [] : [chosen.value])
    const levelFits = isAmong(element.dataset.level, levels)
    let any = 0
    for (const { check, text: own } of checks) {
      const wanted = fits && levelFits && isAmong(check.shown ?? 'held', verdicts)
      const visible = wanted && hasAll(text, own)
      setHidden(check.id, !visible)
      if (visible) any += 1
    }
    element.hidden = any === 0
    shown.rules += any > 0 ? 1 : 0
    shown.checks += any
    allChecks += checks.length
  }
  for (const part of parts) part.hidden = part.querySelector('details.rule:not([hidden])') === null
  for (const { link, part } of links) link.classList.toggle('empty', part.matches('[hidden]'))
  const filtering = verdicts.length + levels.length + words.length > 0 || chosen.value !== ''
  const ofRules = plural(rules.length, 'rule')
  const ofChecks = plural(allChecks, 'check')
  byId('count', HTMLOutputElement).textContent = filtering
    ? `Showing ${shown.rules} of ${ofRules}, ${shown.checks} of ${ofChecks}`
    : `${ofRules}, ${ofChecks}`
  clear.hidden = !filtering
  for (const none of all('.none')) none.hidden = shown.rules > 0
}

/** Clears all filters. */
export function clearFilters(): void {
  for (const chip of chips) chip.setAttribute('aria-pressed', 'false')
  search.value = ''
  chosen.value = ''
  applyFilters()
}

/** Shows the checks of one verdict only. */
function showOnly(verdict: string): void {
  clearFilters()
  const chip = chips.find(({ dataset, value }) => dataset.filter === 'verdict' && value === verdict)
  chip?.setAttribute('aria-pressed', 'true')
  applyFilters()
  byId('rules', HTMLElement).focus({ preventScroll: true })
  byId('rules', HTMLElement).scrollIntoView()
}

/** Opens all visible rules, or closes them. */
export function expandAll(): void {
  const button = byId('expand', HTMLButtonElement)
  const open = button.getAttribute('aria-pressed') !== 'true'
  for (const { element } of rules) {
    if (element.hidden) continue
    if (open) drawChecks(element)
    element.toggleAttribute('open', open)
  }
  button.setAttribute('aria-pressed', String(open))
  button.textContent = open ? 'Collapse all' : 'Expand all'
}

/** Connects the filter controls. */
export function startFilters(): void {
  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
      applyFilters()
    })
  }
  for (const button of all('[data-show]'))
    button.addEventListener('click', () => showOnly(button.dataset.show ?? ''))
  search.addEventListener('input', applyFilters)
  chosen.addEventListener('change', applyFilters)
  clear.addEventListener('click', () => {
    clearFilters()
    search.focus()
  })
  for (const form of all('.filters')) form.addEventListener('submit', (event) => event.preventDefault())
  byId('expand', HTMLButtonElement).addEventListener('click', expandAll)
  applyFilters()
}
