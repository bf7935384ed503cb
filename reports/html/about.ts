import { count } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'
import type { ReportView } from './view.ts'
import { duration } from './words.ts'

/** Renders the target, place, time and settings of a run, and its coverage of the documents. */
export function aboutRun({ result, header }: ReportView): Markup {
  const { target, startedAt, finishedAt, tool, seed, suiteDigest } = result
  const durationText =
    finishedAt === null ? 'interrupted' : duration(Date.parse(finishedAt) - Date.parse(startedAt))
  const usedRoles = rolesInUse(result)
  const programs = target.programs
    .filter(({ role }) => usedRoles.has(role))
    .map(
      ({ role, command, version }) =>
        html`<li><strong>${role}</strong> ${version ?? ''}<br><code>${command.join(' ')}</code></li>`,
    )
  const unusedRoles = target.programs.filter(({ role }) => !usedRoles.has(role)).map(({ role }) => role)
  const factMarkup = (name: string, value: Markup | string): Markup =>
    html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<section class="about" aria-label="About this run"><dl class="facts">
${factMarkup('Target', html`<strong>${target.name}</strong><br>dialect ${target.dialect}${target.vendor === undefined ? undefined : html`<br>vendor ${target.vendor}`}`)}
${factMarkup('Programs', html`<ul>${programs}</ul>${unusedRoles.length === 0 ? undefined : html`<p>Not used: ${unusedRoles.join(', ')}</p>`}`)}
${factMarkup('Run', html`<time datetime="${startedAt}">${startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}</time><br>${durationText}, ${count(header.jobs, 'job')}, seed ${seed}`)}
${factMarkup('Made with', html`${tool.name} ${tool.version}<br>suites <code title="SHA-256 of the suites: ${suiteDigest}">${suiteDigest.slice(0, 12)}</code>`)}
<div class="scope"><dt>Scope</dt><dd>${profileList(result)}</dd></div>
</dl></section>`
}

/**
 * Returns the programs that the rules of a run are about, and the store of the API server. Without rules, returns all
 * programs.
 */
function rolesInUse({ rules, target }: ReportView['result']): ReadonlySet<string> {
  const rolesOfRules = new Set<string>(rules.map(({ program }) => program))
  if (rolesOfRules.size === 0) return new Set(target.programs.map(({ role }) => role))
  return rolesOfRules.has('apiserver') ? rolesOfRules.add('etcd') : rolesOfRules
}

function profileList({ scope, excluded }: ReportView['result']): Markup {
  // A filter usually selects few profiles, so the profiles without a rule of the run are omitted.
  const isFiltered = scope.filter !== undefined && scope.profiles.some(({ judged }) => judged > 0)
  const listedProfiles = scope.profiles.filter(
    ({ rules, notYet, judged }) => rules + notYet > 0 && (!isFiltered || judged > 0),
  )
  return html`<ul>${listedProfiles.map(({ name, judged, rules, notYet, complete }) => {
    // A filtered run does not list the rows that it left out.
    const isListed = excluded.some(({ profile }) => profile === name)
    const uncoveredText = `${count(notYet, 'row')} not covered yet`
    const suffix = isListed ? html`, <a href="#excluded">${uncoveredText}</a>` : `, ${uncoveredText}`
    return html`<li><strong>${name}</strong> ${judged} of ${count(rules, 'rule')}${complete ? ', the whole' : ''}${notYet === 0 ? undefined : suffix}</li>`
  })}</ul>`
}
