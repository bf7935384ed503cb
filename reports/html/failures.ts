import { type Cause, causesOf } from '../causes.ts'
import { startCommand } from '#harness/shell.ts'
import { redChecks } from '../headline.ts'
import { truncate, valueText } from '../plain-text.ts'
import { briefReason } from '../reason.ts'
import { outDirOf, quoted, rerunCommand } from '../repro.ts'
import type { RunCheck } from '../run-schema.ts'
import { count, isRefusedStart, displayedVerdict, verdictWords, checkWords } from '../displayed-verdict.ts'
import { failingSince } from '../failing-since.ts'
import { html, type Markup } from './markup.ts'
import type { ReportView } from './view.ts'
import { hashOf, label } from './words.ts'

// Maximum number of causes in the overview. The filters show all causes.
const maxShown = 12

/** Returns the causes of failures in navigation order. */
export function failuresOf({ result }: ReportView): readonly Cause[] {
  return causesOf(result).filter(({ verdict }) => verdict !== 'warned')
}

/** Renders the failed checks by cause, and the next steps. Returns nothing when none failed. */
export function failures(view: ReportView): Markup | undefined {
  const redCount = redChecks(view.result).length
  if (redCount === 0) return undefined
  const causes = failuresOf(view)
  const causeSuffix = causes.length === redCount ? '' : ` of ${count(causes.length, 'cause')}`
  const unshownCount = causes.length - maxShown
  return html`<section class="attention" aria-labelledby="attention"><div class="lead"><h2 id="attention">Failures <small>${count(redCount, 'check')}${causeSuffix}</small></h2><a href="#next">Next steps</a></div>
<ol>${causes.slice(0, maxShown).map((cause) => html`<li>${causeCard(view, cause.checks[0])}${otherChecks(cause)}</li>`)}</ol>
${unshownCount > 0 ? html`<p class="nothing">and ${count(unshownCount, 'more cause')}; press <kbd>n</kbd> to go through all failures in this order.</p>` : undefined}</section>
${nextSteps(view, causes)}`
}

function causeCard(view: ReportView, check: RunCheck): Markup {
  const rule = view.rule(check.rule)
  const failingSinceText = failingSince(view.result, check.id)
  const displayVerdict = displayedVerdict(check)
  const verdictText = isRefusedStart(check) ? checkWords(check) : verdictWords(displayVerdict)
  const tag = failingSinceText === undefined ? undefined : html` <span class="tag">${failingSinceText}</span>`
  return html`<a class="card" href="${hashOf('check', check.id)}">${label(displayVerdict, verdictText)}<span class="what"><span class="says">${rule?.says ?? check.rule}</span><span class="title">${check.title}${tag}</span></span><span class="seen">${verdictMarkup(check)}</span></a>`
}

/** Renders links to the other checks with the same cause. */
function otherChecks({ checks }: Cause): Markup | undefined {
  const [, ...some] = checks
  if (some.length === 0) return undefined
  const links = some.map(({ id }) => html`<li><a href="${hashOf('check', id)}"><code>${id}</code></a></li>`)
  return html`<details class="more"><summary>${count(some.length, 'more check')} for the same cause</summary><ul class="scroll">${links}</ul></details>`
}

function verdictMarkup(check: RunCheck): Markup {
  const { expected, actual } = check
  const reason = briefReason(check, 180)
  if (reason !== undefined) return html`${reason}`
  const briefText = (value: unknown): string => truncate(valueText(value), 80)
  return html`<span>expected <code>${briefText(expected)}</code></span><span>got <code>${briefText(actual)}</code></span>`
}

/** Renders the next steps: reproduce the first failure, run the failed checks again, or accept the known failures. */
function nextSteps({ header }: ReportView, [first]: readonly Cause[]): Markup {
  const repro = first?.checks[0].repro
  const baseline = `${startCommand(header.tool.name)} baseline update ${quoted(outDirOf(header))}`
  const steps: readonly (readonly [string, string])[] = [
    ...(repro === undefined ? [] : [['Reproduce the first failure by itself', repro] as const]),
    ['After a change, run only what failed', rerunCommand(header)],
    ['Accept what is known, and fail on new failures only', baseline],
  ]
  return html`<section class="attention next" aria-labelledby="next"><h2 id="next" tabindex="-1">Next steps</h2><ol>${steps.map(
    ([what, command]) =>
      html`<li class="repro"><h3>${what}</h3><pre tabindex="0">${command}</pre><button type="button" class="copy">Copy</button></li>`,
  )}</ol></section>`
}
