import { claimsOf, headlineOf, redChecks } from '../headline.ts'
import type { Outcome } from '../run-schema.ts'
import { type DisplayedVerdict, displayedVerdict, verdictWords } from '../displayed-verdict.ts'
import { causeSentence } from '../red-cause.ts'
import { html, type Markup } from './markup.ts'
import type { DocumentGroup } from './rules.ts'
import { tally, tallyBar } from './tally.ts'
import type { ReportView } from './view.ts'
import { icon } from './words.ts'

// Maximum number of listed sections with failures. The outline shows all sections.
const maxPlaces = 3

const outcomeIcons: Readonly<Record<Outcome, DisplayedVerdict>> = {
  conformant: 'held',
  nonconformant: 'broken',
  usage: 'harness-fault',
  configFault: 'harness-fault',
  incomplete: 'untestable',
  crashed: 'crashed',
  harnessFault: 'harness-fault',
  stale: 'known-failing',
  inconclusive: 'inconclusive',
  unstable: 'unstable',
  interrupted: 'not-run',
}

/**
 * Renders the top of the page: the outcome, the cause of failures, the number of checks per verdict, and the sections
 * with most failures.
 */
export function masthead(view: ReportView, groups: readonly DocumentGroup[], repetition?: string): Markup {
  const { result } = view
  const { title, detail } = headlineOf(result)
  const reason = causeSentence(result)
  // Green is reserved for claims. A part without a broken check claims nothing.
  const iconVerdict =
    result.outcome === 'conformant' && claimsOf(result).length === 0
      ? 'observed'
      : outcomeIcons[result.outcome]
  return html`<header class="masthead v-${iconVerdict}">
<div class="top"><p class="eyebrow">${result.tool.name} · conformance report of <strong>${result.target.name}</strong></p><div class="tools"><button type="button" id="theme">Theme: <span id="theme-name">system</span></button><button type="button" id="help-open" aria-haspopup="dialog">Keys <kbd>?</kbd></button></div></div>
<div class="verdict-line"><span class="face">${icon(iconVerdict)}</span><div><h1>${title}</h1><p>${detail}</p>${repetition === undefined ? undefined : html`<p>${repetition}</p>`}${reason === undefined ? undefined : html`<p class="why"><strong>Why red</strong> ${reason}</p>`}</div></div>
${tallyBar(result.checks.map(displayedVerdict), 'check', 'bar whole')}
${verdictCountList(view)}${places(view, groups)}
</header>
${errors(view)}`
}

/** Renders the legend of the bar. Each entry links to the checks that it counts. */
function verdictCountList({ result }: ReportView): Markup {
  const verdictTally = tally(result.checks.map(displayedVerdict))
  return html`<ul class="counts" aria-label="Checks by verdict">${verdictTally.map(
    ({ shown, n }) =>
      html`<li><button type="button" class="v-${shown}" data-show="${shown}">${icon(shown)}<b>${n}</b> ${verdictWords(shown)}</button></li>`,
  )}</ul>`
}

function places({ result }: ReportView, groups: readonly DocumentGroup[]): Markup | undefined {
  const failedChecks = redChecks(result)
  const failedSections = groups.flatMap(({ sections }) =>
    sections.flatMap(({ id, title, rules }) => {
      const sectionRules = new Set(rules.map((rule) => rule.id))
      const n = failedChecks.filter(({ rule }) => sectionRules.has(rule)).length
      return n === 0 ? [] : [{ id, title, n }]
    }),
  )
  if (failedSections.length < 2) return undefined
  const worstSections = failedSections.toSorted((a, b) => b.n - a.n).slice(0, maxPlaces)
  const links = worstSections.map(({ id, title, n }) => html`<li><a href="#${id}">${title}</a> ${n}</li>`)
  return html`<div class="places"><span>${failedSections.length > maxPlaces ? 'Most failures' : 'Failures'} by section</span><ul>${links}</ul></div>`
}

function errors({ result }: ReportView): Markup | undefined {
  if (result.errors.length === 0) return undefined
  return html`<section class="errors" aria-labelledby="errors"><h2 id="errors">Run errors</h2><ul>${result.errors.map((error) => html`<li><pre>${error}</pre></li>`)}</ul></section>`
}
