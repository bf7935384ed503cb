import { plain } from '../../plain-text.ts'
import { detailMarkup } from '../check.ts'
import type { Detail } from '../data.ts'
import { evidenceMarkup } from '../evidence.ts'
import { drawChecks } from './checks.ts'
import { checksById, type KnownCheck } from './data.ts'
import { all, targetOf } from './dom.ts'
import { loaded } from './load.ts'

/** Draws the result of a check once it is opened. The content of external scripts follows when it arrives. */
async function mount(element: HTMLElement): Promise<void> {
  const check = checksById.get(element.id.replace(/^check:/, ''))
  const body = element.querySelector<HTMLElement>(':scope > .body')
  if (check === undefined || body === null || body.childElementCount > 0) return
  if (check.detail !== undefined) drawDetail(body, check, check.detail)
  if (check.alone) return
  const place = (): HTMLElement => body.querySelector<HTMLElement>('.left') ?? body
  if (check.detail === undefined) body.innerHTML = '<div class="left"></div>'
  try {
    const left = (await loaded(check.beside)).checks[check.id]
    if (left === undefined) throw new Error(`${check.beside} holds nothing of this check.`)
    if (left.detail !== undefined) drawDetail(body, check, left.detail)
    place().innerHTML = evidenceMarkup(left).markup
  } catch (thrown) {
    showLoadError(place(), thrown)
  }
}

function drawDetail(body: HTMLElement, { id }: KnownCheck, detail: Detail): void {
  const twin = detail.twin === undefined ? undefined : checksById.get(detail.twin)
  // The templates are those of the page, which escape all text of an implementation.
  body.innerHTML = detailMarkup(id, detail, twin).markup
}

async function showText(file: HTMLElement): Promise<void> {
  const place = file.querySelector<HTMLElement>('[data-text]')
  if (place === null) return
  const { beside: script = '', text = '' } = place.dataset
  delete place.dataset.text
  try {
    place.textContent = plain((await loaded(script)).texts[Number(text)] ?? '')
  } catch (thrown) {
    showLoadError(place, thrown)
  }
}

function showLoadError(place: HTMLElement, thrown: unknown): void {
  const what = thrown instanceof Error ? thrown.message : String(thrown)
  place.textContent = `${what} Keep the folder “evidence” beside the report to see more here.`
  place.classList.add('nothing')
}

function highlight(event: Event): void {
  const part = targetOf(event)?.closest<HTMLElement>('.timeline [data-n]') ?? null
  for (const old of all('.timeline .lit')) old.classList.remove('lit')
  const timeline = part?.closest('.timeline') ?? null
  if (part === null || timeline === null) return
  for (const twin of all(`[data-n="${part.dataset.n}"]`, timeline)) twin.classList.add('lit')
}

function showEntry(mark: Element): void {
  const table = mark.closest('.timeline')?.querySelector('details.entries')
  if (!(table instanceof HTMLDetailsElement)) return
  table.open = true
  table.querySelector(`[data-n="${mark.getAttribute('data-n')}"]`)?.scrollIntoView({ block: 'nearest' })
}

const copiedMs = 1500

async function copy(button: HTMLElement): Promise<void> {
  const block = button.parentElement?.querySelector('pre') ?? null
  if (block === null) return
  const say = (word: string): void => {
    button.textContent = word
    setTimeout(() => {
      button.textContent = 'Copy'
    }, copiedMs)
  }
  try {
    await navigator.clipboard.writeText(block.textContent)
    say('Copied')
  } catch {
    getSelection()?.selectAllChildren(block)
    say('Selected')
  }
}

/** Draws the evidence of a check when it is opened. */
export function startEvidence(): void {
  // The event does not bubble, so the listener captures it.
  const onToggle = (event: Event): void => {
    const opened = targetOf(event)
    if (!(opened instanceof HTMLDetailsElement) || !opened.open) return
    if (opened.matches('.rule')) drawChecks(opened)
    if (opened.matches('.check')) void mount(opened)
    if (opened.matches('.file')) void showText(opened)
  }
  document.addEventListener('toggle', onToggle, true)
  document.addEventListener('pointerover', highlight)
  document.addEventListener('click', (event) => {
    const mark = targetOf(event)?.closest('.timeline .mark')
    if (mark) showEntry(mark)
    const button = targetOf(event)?.closest<HTMLElement>('button.copy')
    if (button) void copy(button)
  })
}
