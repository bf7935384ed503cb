import { count } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'
import type { ReportView } from './view.ts'
import { duration } from './words.ts'

/** Renders the target, place, time and settings of a run, and its coverage of the documents. */
export function about({ result, header }: ReportView): Markup {
  const { target, startedAt, finishedAt, tool, seed, suiteDigest } = result
  const took = finishedAt === null ? 'interrupted' : duration(Date.parse(finishedAt) - Date.parse(startedAt))
  const used = usedIn(result)
  const programs = target.programs
    .filter(({ role }) => used.has(role))
    .map(
      ({ role, command, version }) =>
        html`<li><strong>${role}</strong> ${version ?? ''}<br><code>${command.join(' ')}</code></li>`,
    )
  const others = target.programs.filter(({ role }) => !used.has(role)).map(({ role }) => role)
  const fact = (name: string, value: Markup | string): Markup =>
    html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<section class="about" aria-label="About this run"><dl class="facts">
${fact('Target', html`<strong>${target.name}</strong><br>dialect ${target.dialect}${target.vendor === undefined ? undefined : html`<br>vendor ${target.vendor}`}`)}
${fact('Programs', html`<ul>${programs}</ul>${others.length === 0 ? undefined : html`<p>Not used: ${others.join(', ')}</p>`}`)}
${fact('Run', html`<time datetime="${startedAt}">${startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}</time><br>${took}, ${count(header.jobs, 'job')}, seed ${seed}`)}
${fact('Made with', html`${tool.name} ${tool.version}<br>suites <code title="SHA-256 of the suites: ${suiteDigest}">${suiteDigest.slice(0, 12)}</code>`)}
<div class="scope"><dt>Scope</dt><dd>${scopeList(result)}</dd></div>
</dl></section>`
}

/** The programs that the rules of a run are about, and the store of the API server; all, if there are no rules. */
function usedIn({ rules, target }: ReportView['result']): ReadonlySet<string> {
  const own = new Set<string>(rules.map(({ program }) => program))
  if (own.size === 0) return new Set(target.programs.map(({ role }) => role))
  return own.has('apiserver') ? own.add('etcd') : own
}

function scopeList({ scope, excluded }: ReportView['result']): Markup {
  // A filter selects few profiles. Those without a rule of the run are left out.
  const isFiltered = scope.filter !== undefined && scope.profiles.some(({ judged }) => judged > 0)
  const shown = scope.profiles.filter(
    ({ rules, notYet, judged }) => rules + notYet > 0 && (!isFiltered || judged > 0),
  )
  return html`<ul>${shown.map(({ name, judged, rules, notYet, complete }) => {
    // A filtered run does not list the rows that it left out.
    const isListed = excluded.some(({ profile }) => profile === name)
    const left = `${count(notYet, 'row')} not covered yet`
    const suffix = isListed ? html`, <a href="#excluded">${left}</a>` : `, ${left}`
    return html`<li><strong>${name}</strong> ${judged} of ${count(rules, 'rule')}${complete ? ', the whole' : ''}${notYet === 0 ? undefined : suffix}</li>`
  })}</ul>`
}
