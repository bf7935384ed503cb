import { count } from '../displayed-verdict.ts'
import { html, type Markup } from '../html/markup.ts'
import type { Matrix, PastResult } from './data.ts'

/** Style of the history. Content that is wider than the window scrolls separately. */
export const historyStyle = `.history{overflow-x:auto}.history :is(td,th){padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}.history code,.refused li{overflow-wrap:anywhere}`

/** Renders the results of each implementation, the latest first, and the rejected results. */
export function historyParts(
  history: NonNullable<Matrix['history']>,
  refused: NonNullable<Matrix['refused']>,
): Markup {
  return html`${refusedPart(refused)}${history.length === 0 ? undefined : html`<h2>History</h2>`}${history.map(
    ({ name, results }) =>
      html`<h3>${name}</h3><div class="history" tabindex="0" role="group" aria-label="History of ${name}"><table><thead><tr><th scope="col">Date</th><th scope="col">Version</th><th scope="col">Result</th><th scope="col">Change</th><th scope="col">Source</th></tr></thead><tbody>${results.map(row)}</tbody></table></div>`,
  )}`
}

function refusedPart(refused: readonly string[]): Markup | undefined {
  if (refused.length === 0) return undefined
  return html`<h2>Refused</h2><p>${count(refused.length, 'result')} did not verify, and ${refused.length === 1 ? 'is' : 'are'} not in the matrix.</p><ul class="refused">${refused.map((line) => html`<li>${line}</li>`)}</ul>`
}

function row({ startedAt, version, headline, tool, from, signedBy, ...change }: PastResult): Markup {
  const source = /^https?:\/\//.test(from) ? html`<a href="${from}" rel="noreferrer">${from}</a>` : from
  const verificationText =
    signedBy === undefined ? 'by its digest' : html`by the key <code>${signedBy}</code>`
  return html`<tr><td>${startedAt.slice(0, 10)}</td><td>${version ?? 'not reported'}</td><td>${headline}</td><td>${changeWords(change)}</td><td>${source}, verified ${verificationText}, tool ${tool}</td></tr>`
}

function changeWords({ better, worse }: Pick<PastResult, 'better' | 'worse'>): string {
  const changePhrases = [worse > 0 ? `${worse} worse` : '', better > 0 ? `${better} better` : '']
  return changePhrases.filter((part) => part !== '').join(', ') || 'none'
}
