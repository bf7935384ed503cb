import type { CheckEvent } from '#harness/events.ts'
import { plain, repeatsValues, shortened, valueText } from '../plain.ts'
import type { RunCheck } from '../result.ts'
import { count, isGreen, shownOf } from '../shown.ts'
import { evidenceTemplate } from './evidence.ts'
import { html, type Markup } from './markup.ts'
import type { ReportView } from './view.ts'
import { duration, hashOf, icon, label } from './words.ts'

// Longer values are for run.json; here they would only push the rest away.
const longestValue = 6000
// Expected and actual stand side by side.
const widestLine = 52

/** One check: a line that opens to everything it saw. */
export function checkMarkup(view: ReportView, check: RunCheck): Markup {
  const shown = shownOf(check)
  const event = view.event(check.id)
  const time = check.ran ? html`<span class="time">${duration(check.durationMs)}</span>` : undefined
  return html`<details class="check" id="check:${check.id}" data-verdict="${shown}"${isGreen(shown) ? undefined : html` data-red`}>
<summary>${icon('chevron')}${label(shown)}<span class="title">${check.title}</span>${staleTag(check)}${time}</summary>
<div class="body">
${reason(check)}${known(check)}${values(check)}${twin(view, check)}${event === undefined ? undefined : [assertions(event), observations(event), launches(event)]}
${evidenceTemplate(view, check, event)}
${repro(check)}
<p class="anchor"><a href="${hashOf('check', check.id)}">${icon('link')} <code>${check.id}</code></a></p>
</div></details>\n`
}

/** A value as a block of text. */
export function valueBlock(value: unknown): Markup {
  return html`<pre>${shortened(valueText(value, widestLine), longestValue)}</pre>`
}

function staleTag(check: RunCheck): Markup | undefined {
  return check.known?.passes === true ? html`<span class="tag">passes now</span>` : undefined
}

function reason(check: RunCheck): Markup | undefined {
  const { reason, expected, actual } = check
  if (reason === null || (repeatsValues(reason) && (expected !== null || actual !== null))) return undefined
  return html`<div class="reason"><pre>${shortened(reason, longestValue)}</pre></div>`
}

function known(check: RunCheck): Markup | undefined {
  if (check.known === null) return undefined
  const { reason: why, link } = check.known
  const source =
    link === undefined
      ? undefined
      : /^https?:\/\//.test(link)
        ? html` <a href="${link}" rel="noreferrer">${link}</a>`
        : ` ${link}`
  return html`<p class="known"><strong>Known:</strong> ${why}${source}</p>`
}

function values(check: RunCheck): Markup | undefined {
  if (check.expected === null && check.actual === null) return undefined
  return html`<div class="values"><div><h5>Expected</h5>${valueBlock(check.expected)}</div><div><h5>Actual</h5>${valueBlock(check.actual)}</div></div>`
}

function twin(view: ReportView, check: RunCheck): Markup | undefined {
  const other = check.twin === null ? undefined : view.check(check.twin)
  if (other === undefined) return undefined
  return html`<p class="twin"><span>Counts only beside its twin</span> <a href="${hashOf('check', other.id)}">${other.title}</a> ${label(shownOf(other))}</p>`
}

function assertions({ assertions: some }: CheckEvent): Markup | undefined {
  if (some.length === 0) return undefined
  const rows = some.map(
    ({ matcher, expected, actual, passed }) =>
      html`<tr><td>${label(passed ? 'held' : 'broken')}</td><td><code>${matcher}</code></td><td>${valueBlock(expected)}</td><td>${valueBlock(actual)}</td></tr>`,
  )
  return html`<details class="more"><summary>${count(some.length, 'assertion')}</summary><div class="scroll"><table><thead><tr><th scope="col">Result</th><th scope="col">Matcher</th><th scope="col">Expected</th><th scope="col">Actual</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}

function observations({ observations: some }: CheckEvent): Markup | undefined {
  if (some.length === 0) return undefined
  return html`<h5>Observed</h5><table class="observed"><tbody>${some.map(({ what, value }) => html`<tr><th scope="row">${what}</th><td>${valueBlock(value)}</td></tr>`)}</tbody></table>`
}

function launches({ launches: some = [] }: Partial<Pick<CheckEvent, 'launches'>>): Markup | undefined {
  if (some.length === 0) return undefined
  const each = some.map(({ outcome, durationMs }) => `${outcome} after ${duration(durationMs)}`)
  return html`<p class="launches">Started ${count(some.length, 'program')}: ${plain(each.join(', '))}.</p>`
}

function repro(check: RunCheck): Markup {
  return html`<div class="repro"><h5>Run it again</h5><pre>${check.repro}</pre><button type="button" class="copy">Copy</button></div>`
}
