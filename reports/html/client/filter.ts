import { drawChecks, setHidden } from './checks.ts'
import { checksByRule, type KnownCheck } from './data.ts'
import { elements, byId } from './dom.ts'

/** Returns a function that makes a text in lower case on its first call, and then returns the same text. */
function lazyText(make: () => string): () => string {
  let lowerCaseText: string | undefined
  return () => (lowerCaseText ??= make().toLowerCase())
}

const textOf = (selector: string, root: HTMLElement): string =>
  elements(selector, root)
    .map((part) => part.textContent)
    .join(' ')

const rules = elements('details.rule').map((element) => ({
  element,
  text: lazyText(
    () =>
      `${textOf(':scope > summary', element)} ${element.closest('.section')?.querySelector('h3')?.textContent}`,
  ),
  checks: (checksByRule.get(element.id.replace(/^rule:/, '')) ?? []).map((check) => ({
    check,
    text: lazyText(() => wordsOf(check)),
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

const sections = elements('.section, .document')
const links = elements('.outline a').flatMap((link) => {
  const sectionPart = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
  return sectionPart === null ? [] : [{ link, part: sectionPart }]
})
const chips = elements('.chip').filter((chip) => chip instanceof HTMLButtonElement)
const searchInput = byId('text', HTMLInputElement)
const documentSelect = byId('document', HTMLSelectElement)
const clearButton = byId('clear', HTMLButtonElement)

const pressedValues = (name: string): string[] =>
  chips
    .filter((chip) => chip.dataset.filter === name && chip.getAttribute('aria-pressed') === 'true')
    .map((chip) => chip.value)
const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
const matchesSelection = (value: string | undefined, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.includes(value ?? '')

/** Shows the rules and checks that match the controls, and their number. */
function applyFilters(): void {
  const verdicts = pressedValues('verdict')
  const levels = pressedValues('level')
  const searchWords = searchInput.value.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (...texts: (() => string)[]): boolean =>
    searchWords.every((word) => texts.some((text) => text().includes(word)))
  const shownCounts = { rules: 0, checks: 0 }
  let checkCount = 0
  for (const { element, text, checks } of rules) {
    const matchesDocument = matchesSelection(
      element.dataset.document,
      documentSelect.value === '' ? [] : [documentSelect.value],
    )
    const matchesLevel = matchesSelection(element.dataset.level, levels)
    let shownCheckCount = 0
    for (const { check, text: own } of checks) {
      const matchesFilters =
        matchesDocument && matchesLevel && matchesSelection(check.shown ?? 'held', verdicts)
      const isVisible = matchesFilters && hasAll(text, own)
      setHidden(check.id, !isVisible)
      if (isVisible) shownCheckCount += 1
    }
    element.hidden = shownCheckCount === 0
    shownCounts.rules += shownCheckCount > 0 ? 1 : 0
    shownCounts.checks += shownCheckCount
    checkCount += checks.length
  }
  for (const sectionPart of sections)
    sectionPart.hidden = sectionPart.querySelector('details.rule:not([hidden])') === null
  for (const { link, part } of links) link.classList.toggle('empty', part.matches('[hidden]'))
  const isFiltering = verdicts.length + levels.length + searchWords.length > 0 || documentSelect.value !== ''
  const ruleCountText = plural(rules.length, 'rule')
  const checkCountText = plural(checkCount, 'check')
  byId('count', HTMLOutputElement).textContent = isFiltering
    ? `Showing ${shownCounts.rules} of ${ruleCountText}, ${shownCounts.checks} of ${checkCountText}`
    : `${ruleCountText}, ${checkCountText}`
  clearButton.hidden = !isFiltering
  for (const emptyNote of elements('.none')) emptyNote.hidden = shownCounts.rules > 0
}

/** Clears all filters. */
export function clearFilters(): void {
  for (const chip of chips) chip.setAttribute('aria-pressed', 'false')
  searchInput.value = ''
  documentSelect.value = ''
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

/** Opens all visible rules, or closes all of them if they are open. */
export function expandAll(): void {
  const button = byId('expand', HTMLButtonElement)
  const isOpening = button.getAttribute('aria-pressed') !== 'true'
  for (const { element } of rules) {
    if (element.hidden) continue
    if (isOpening) drawChecks(element)
    element.toggleAttribute('open', isOpening)
  }
  button.setAttribute('aria-pressed', String(isOpening))
  button.textContent = isOpening ? 'Collapse all' : 'Expand all'
}

/** Connects the filter controls. */
export function startFilters(): void {
  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
      applyFilters()
    })
  }
  for (const button of elements('[data-show]'))
    button.addEventListener('click', () => showOnly(button.dataset.show ?? ''))
  searchInput.addEventListener('input', applyFilters)
  documentSelect.addEventListener('change', applyFilters)
  clearButton.addEventListener('click', () => {
    clearFilters()
    searchInput.focus()
  })
  for (const filterForm of elements('.filters'))
    filterForm.addEventListener('submit', (event) => event.preventDefault())
  byId('expand', HTMLButtonElement).addEventListener('click', expandAll)
  applyFilters()
}
