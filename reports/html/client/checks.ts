import { checkMarkup } from '../check.ts'
import { html } from '../markup.ts'
import { hashOf, icon } from '../words.ts'
import { checksByRule } from './data.ts'

const hiddenIds = new Set<string>()

/** Draws the checks of a rule if they are not drawn yet. */
export function drawChecks(rule: HTMLElement): void {
  const ruleBody = rule.querySelector(':scope > .body')
  if (ruleBody === null || ruleBody.childElementCount > 0) return
  const id = rule.id.replace(/^rule:/, '')
  const section = rule.closest('.section')?.querySelector('h3')?.textContent ?? ''
  const row = rule.querySelector('.meta code')?.textContent ?? ''
  // Uses the templates of the page, which escape all text of an implementation.
  ruleBody.innerHTML =
    html`<p class="source">Document ${rule.dataset.document}, ${section}, <code>${row}</code> <a href="${hashOf('rule', id)}">${icon('link')}<span class="unseen">Link to this rule</span></a></p>
${(checksByRule.get(id) ?? []).map((check) => checkMarkup(check.id, check))}`.markup
  for (const check of ruleBody.querySelectorAll<HTMLElement>('details.check'))
    check.hidden = hiddenIds.has(check.id)
}

/** Shows or hides a check, even if it is not drawn yet. */
export function setHidden(id: string, hides: boolean): void {
  const elementId = `check:${id}`
  if (hiddenIds.has(elementId) === hides) return
  if (hides) hiddenIds.add(elementId)
  else hiddenIds.delete(elementId)
  const element = document.getElementById(elementId)
  if (element !== null) element.hidden = hides
}

/** Returns the element of a rule or a check, and draws it if needed. */
export function elementOf(hash: string): HTMLElement | null {
  const [, kind, rule = ''] = /^(rule|check):([^/]+)/.exec(hash) ?? []
  const element = document.getElementById(`rule:${rule}`)
  if (element === null) return null
  if (kind === 'check') drawChecks(element)
  return document.getElementById(hash)
}
