import { stripControlCharacters } from '../../plain-text.ts'
import { detailMarkup } from '../check.ts'
import type { Detail } from '../data.ts'
import { evidenceMarkup } from '../evidence.ts'
import { drawChecks } from './checks.ts'
import { checksById, type KnownCheck } from './data.ts'
import { elements, targetOf } from './dom.ts'
import { loadDataScript } from './load.ts'

/** Draws the result of a check once it is opened. The content of external scripts follows when it arrives. */
async function loadEvidence(element: HTMLElement): Promise<void> {
  const check = checksById.get(element.id.replace(/^check:/, ''))
  const checkBody = element.querySelector<HTMLElement>(':scope > .body')
  if (check === undefined || checkBody === null || checkBody.childElementCount > 0) return
  if (check.detail !== undefined) drawDetail(checkBody, check, check.detail)
  if (check.isSelfContained) return
  const evidencePlace = (): HTMLElement => checkBody.querySelector<HTMLElement>('.left') ?? checkBody
  if (check.detail === undefined) checkBody.innerHTML = '<div class="left"></div>'
  try {
    const loadedEvidence = (await loadDataScript(check.script)).checks[check.id]
    if (loadedEvidence === undefined) throw new Error(`${check.script} holds nothing of this check.`)
    if (loadedEvidence.detail !== undefined) drawDetail(checkBody, check, loadedEvidence.detail)
    evidencePlace().innerHTML = evidenceMarkup(loadedEvidence).markup
  } catch (thrown) {
    showLoadError(evidencePlace(), thrown)
  }
}

function drawDetail(body: HTMLElement, { id }: KnownCheck, detail: Detail): void {
  const twinCheck = detail.twin === undefined ? undefined : checksById.get(detail.twin)
  // Uses the templates of the page, which escape all text of an implementation.
  body.innerHTML = detailMarkup(id, detail, twinCheck).markup
}

async function showText(file: HTMLElement): Promise<void> {
  const textPlace = file.querySelector<HTMLElement>('[data-text]')
  if (textPlace === null) return
  const { beside: script = '', text = '' } = textPlace.dataset
  delete textPlace.dataset.text
  try {
    textPlace.textContent = stripControlCharacters((await loadDataScript(script)).texts[Number(text)] ?? '')
  } catch (thrown) {
    showLoadError(textPlace, thrown)
  }
}

function showLoadError(place: HTMLElement, thrown: unknown): void {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  place.textContent = `${message} Keep the folder “evidence” beside the report to see more here.`
  place.classList.add('nothing')
}

function highlightEntry(event: Event): void {
  const hoveredPart = targetOf(event)?.closest<HTMLElement>('.timeline [data-n]') ?? null
  for (const highlightedElement of elements('.timeline .lit')) highlightedElement.classList.remove('lit')
  const timeline = hoveredPart?.closest('.timeline') ?? null
  if (hoveredPart === null || timeline === null) return
  for (const samePart of elements(`[data-n="${hoveredPart.dataset.n}"]`, timeline))
    samePart.classList.add('lit')
}

function showEntry(mark: Element): void {
  const table = mark.closest('.timeline')?.querySelector('details.entries')
  if (!(table instanceof HTMLDetailsElement)) return
  table.open = true
  table.querySelector(`[data-n="${mark.getAttribute('data-n')}"]`)?.scrollIntoView({ block: 'nearest' })
}

const copiedMs = 1500

async function copyBlock(button: HTMLElement): Promise<void> {
  const block = button.parentElement?.querySelector('pre') ?? null
  if (block === null) return
  const showOnButton = (word: string): void => {
    button.textContent = word
    setTimeout(() => {
      button.textContent = 'Copy'
    }, copiedMs)
  }
  try {
    await navigator.clipboard.writeText(block.textContent)
    showOnButton('Copied')
  } catch {
    getSelection()?.selectAllChildren(block)
    showOnButton('Selected')
  }
}

/** Draws the evidence of a check when it is opened. */
export function startEvidence(): void {
  // The event does not bubble, so the listener captures it.
  const onToggle = (event: Event): void => {
    const toggledElement = targetOf(event)
    if (!(toggledElement instanceof HTMLDetailsElement) || !toggledElement.open) return
    if (toggledElement.matches('.rule')) drawChecks(toggledElement)
    if (toggledElement.matches('.check')) void loadEvidence(toggledElement)
    if (toggledElement.matches('.file')) void showText(toggledElement)
  }
  document.addEventListener('toggle', onToggle, true)
  document.addEventListener('pointerover', highlightEntry)
  document.addEventListener('click', (event) => {
    const mark = targetOf(event)?.closest('.timeline .mark')
    if (mark) showEntry(mark)
    const button = targetOf(event)?.closest<HTMLElement>('button.copy')
    if (button) void copyBlock(button)
  })
}
