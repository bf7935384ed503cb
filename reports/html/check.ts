import { count } from '../displayed-verdict.ts'
import type { ComparedValues, Detail, PageCheck } from './data.ts'
import { html, type Markup } from './markup.ts'
import { valuesMarkup } from './values.ts'
import { duration, hashOf, icon, label } from './words.ts'

/** Renders a check as a line that expands to its results. */
export function checkMarkup(id: string, { title, shown = 'held', red, ms, stale }: PageCheck): Markup {
  const timeMarkup = ms === undefined ? undefined : html`<span class="time">${duration(ms)}</span>`
  const tag = stale ? html`<span class="tag">passes now</span>` : undefined
  return html`<details class="check" id="check:${id}" data-verdict="${shown}"${red && html` data-red`}><summary>${icon('chevron')}${label(shown)}<span class="title">${title}</span>${tag}${timeMarkup}</summary><div class="body"></div></details>\n`
}

/**
 * Renders the result of a check, with a place for its evidence.
 * @param twin line of the check that it depends on
 */
export function detailMarkup(id: string, detail: Detail, twin: PageCheck | undefined): Markup {
  const { reason, known, values, attempts, assertions, observations, launches, declared, repro } = detail
  return html`${reason === undefined ? undefined : html`<div class="reason"><pre>${reason}</pre></div>`}${knownMarkup(known)}${values && valuesMarkup(values.expected, values.actual)}${attempts === undefined ? undefined : html`<p class="attempts">Attempts: ${attempts}.</p>`}${twinMarkup(detail.twin, twin)}${assertionsMarkup(assertions)}${observationsMarkup(observations)}${launches === undefined ? undefined : html`<p class="launches">${launches}</p>`}
<div class="left"></div>
<div class="repro"><h4>Run it again</h4><pre tabindex="0">${repro}</pre><button type="button" class="copy">Copy</button></div>
${declared === undefined ? undefined : html`<p class="declared">Declared in <code>${declared}</code></p>\n`}<p class="anchor"><a href="${hashOf('check', id)}">${icon('link')} <code>${id}</code></a></p>`
}

function knownMarkup(known: Detail['known']): Markup | undefined {
  if (known === undefined) return undefined
  const { reason, link } = known
  const source =
    link === undefined
      ? undefined
      : /^https?:\/\//.test(link)
        ? html` <a href="${link}" rel="noreferrer">${link}</a>`
        : ` ${link}`
  return html`<p class="known"><strong>Known:</strong> ${reason}${source}</p>`
}

function twinMarkup(id: string | undefined, twin: PageCheck | undefined): Markup | undefined {
  if (id === undefined || twin === undefined) return undefined
  return html`<p class="twin"><span>Control check</span> <a href="${hashOf('check', id)}">${twin.title}</a> ${label(twin.shown ?? 'held')}</p>`
}

function assertionsMarkup(entries: readonly ComparedValues[]): Markup | undefined {
  if (entries.length === 0) return undefined
  const rows = entries.map(
    ({ matcher, expected, actual, passed }) =>
      html`<tr><td>${label(passed ? 'held' : 'broken')}</td><td><code>${matcher}</code></td><td><pre>${expected}</pre></td><td><pre>${actual}</pre></td></tr>`,
  )
  return html`<details class="more"><summary>${count(entries.length, 'assertion')}</summary><div class="scroll" tabindex="0" role="group" aria-label="Assertions"><table><thead><tr><th scope="col">Result</th><th scope="col">Matcher</th><th scope="col">Expected</th><th scope="col">Actual</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}

function observationsMarkup(entries: Detail['observations']): Markup | undefined {
  if (entries.length === 0) return undefined
  return html`<h4>Observed</h4><table class="observed"><tbody>${entries.map(({ what, value }) => html`<tr><th scope="row">${what}</th><td><pre>${value}</pre></td></tr>`)}</tbody></table>`
}
