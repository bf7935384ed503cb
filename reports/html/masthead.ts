import { type Cause, causesOf } from '../causes.ts'
import { claimsOf, headlineOf, redChecks } from '../headline.ts'
import { repeatsValues, shortened, valueText } from '../plain.ts'
import type { Outcome, RunCheck } from '../run-schema.ts'
import { count, type Shown, shownOf } from '../shown.ts'
import { html, type Markup } from './markup.ts'
import { tallyBar } from './tally.ts'
import type { ReportView } from './view.ts'
import { duration, hashOf, icon, label } from './words.ts'

// The first ones tell what is wrong; the filters lead to all.
const mostShown = 12

const faces: Readonly<Record<Outcome, Shown>> = {
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

/** How the run ended, what was judged, and the checks that need a look. */
export function masthead(view: ReportView): Markup {
  const { result } = view
  const { title, detail } = headlineOf(result)
  // Green is for what is claimed; a part in which nothing is broken claims nothing.
  const face =
    result.outcome === 'conformant' && claimsOf(result).length === 0 ? 'observed' : faces[result.outcome]
  return html`<header class="masthead v-${face}">
<div class="top"><p class="eyebrow">${result.tool.name} · conformance report</p><div class="tools"><button type="button" id="theme">Colours: <span id="theme-name">as the system</span></button><button type="button" id="help-open" aria-haspopup="dialog">Keys <kbd>?</kbd></button></div></div>
<div class="verdict-line"><span class="face">${icon(face)}</span><div><h1>${title}</h1><p>${detail}</p></div></div>
${tallyBar(result.checks.map(shownOf), 'check', 'bar whole')}
${facts(view)}
</header>
${errors(view)}${attention(view)}`
}

function facts({ result, header }: ReportView): Markup {
  const { target, startedAt, finishedAt, tool, seed, suiteDigest } = result
  const took = finishedAt === null ? 'interrupted' : duration(Date.parse(finishedAt) - Date.parse(startedAt))
  const programs = target.programs.map(
    ({ role, command, version }) =>
      html`<li><strong>${role}</strong> ${version ?? ''}<br><code>${command.join(' ')}</code></li>`,
  )
  const fact = (name: string, value: Markup | string): Markup =>
    html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<dl class="facts">
${fact('Target', html`<strong>${target.name}</strong><br>dialect ${target.dialect}`)}
${fact('Programs', html`<ul>${programs}</ul>`)}
${fact('Run', html`<time datetime="${startedAt}">${startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}</time><br>${took}, ${count(header.jobs, 'job')}, seed ${seed}`)}
${fact('Made with', html`${tool.name} ${tool.version}<br>suites <code title="SHA-256 of the suites: ${suiteDigest}">${suiteDigest.slice(0, 12)}</code>`)}
<div class="scope"><dt>Scope</dt><dd>${scopeList(result)}</dd></div>
</dl>`
}

function scopeList({ scope, excluded }: ReportView['result']): Markup {
  const shown = scope.profiles.filter(({ rules, notYet }) => rules + notYet > 0)
  return html`<ul>${shown.map(({ name, judged, rules, notYet, complete }) => {
    // A run that was filtered does not list what it left out.
    const isListed = excluded.some(({ profile }) => profile === name)
    const left = `${count(notYet, 'row')} not covered yet`
    const told = isListed ? html`, <a href="#excluded">${left}</a>` : `, ${left}`
    return html`<li><strong>${name}</strong> ${judged} of ${count(rules, 'rule')}${complete ? ', the whole' : ''}${notYet === 0 ? undefined : told}</li>`
  })}</ul>`
}

function errors({ result }: ReportView): Markup | undefined {
  if (result.errors.length === 0) return undefined
  return html`<section class="errors" aria-labelledby="errors"><h2 id="errors">Run errors</h2><ul>${result.errors.map((error) => html`<li><pre>${error}</pre></li>`)}</ul></section>`
}

function attention(view: ReportView): Markup | undefined {
  const red = redChecks(view.result).length
  if (red === 0) return undefined
  const causes = causesOf(view.result).filter(({ shown }) => shown !== 'warned')
  const of = causes.length === red ? '' : ` of ${count(causes.length, 'cause')}`
  const more = causes.length - mostShown
  return html`<section class="attention" aria-labelledby="attention"><h2 id="attention">Failures <small>${count(red, 'check')}${of}</small></h2>
<ol>${causes.slice(0, mostShown).map((cause) => html`<li>${card(view, cause.checks[0])}${others(cause)}</li>`)}</ol>
${more > 0 ? html`<p class="nothing">and ${count(more, 'more cause')}; press <kbd>n</kbd> to go through the checks.</p>` : undefined}</section>`
}

function card(view: ReportView, check: RunCheck): Markup {
  const rule = view.rule(check.rule)
  return html`<a class="card" href="${hashOf('check', check.id)}">${label(shownOf(check))}<span class="what"><span class="says">${rule?.says ?? check.rule}</span><span class="title">${check.title}</span></span><span class="seen">${seen(check)}</span></a>`
}

/** The other checks with the same cause, as links. */
function others({ checks }: Cause): Markup | undefined {
  const [, ...some] = checks
  if (some.length === 0) return undefined
  const links = some.map(({ id }) => html`<li><a href="${hashOf('check', id)}"><code>${id}</code></a></li>`)
  return html`<details class="more"><summary>${count(some.length, 'more check')} for the same cause</summary><ul class="scroll">${links}</ul></details>`
}

function seen(check: RunCheck): Markup {
  const { expected, actual, reason } = check
  if (reason !== null && !(repeatsValues(reason) && actual !== null)) return html`${shortened(reason, 180)}`
  const brief = (value: unknown): string => shortened(valueText(value), 80)
  return html`<span>expected <code>${brief(expected)}</code></span><span>got <code>${brief(actual)}</code></span>`
}
