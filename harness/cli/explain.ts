import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isExcluded } from '../catalogue.ts'
import type { Catalogue } from '../engine/plan.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { nearest } from '../nearest.ts'

/** What a rule says, where it stands, how it is checked and what the last run saw. */
export function explainText(catalogue: Catalogue, id: string, out: string): string {
  const rule = catalogue.rules.get(id) ?? catalogue.rules.get(catalogue.checks.get(id)?.rule ?? '')
  if (rule === undefined) {
    const near = nearest(id, [...catalogue.rules.keys(), ...catalogue.checks.keys()])
    const hint = near === undefined ? '' : ` Did you mean ${near}?`
    throw new HarnessError('usage', `There is no rule ${id}.${hint} \`orch-conformance list\` shows all ids.`)
  }
  const { source } = rule
  const head = [
    `${rule.id}  ${rule.level}`,
    `  Says      ${rule.says}`,
    `  Source    document ${source.document}, ${source.section}, ${source.row}`,
  ]
  if (isExcluded(rule)) return `${[...head, `  Excluded  ${rule.excluded.reason}`].join('\n')}\n`
  const last = lastEvents(out)
  const checks = [...catalogue.checks.values()].filter((check) => check.rule === rule.id)
  const lines = checks.flatMap((check) => {
    const event = last.get(check.id)
    const twin = check.twin === undefined ? [] : [`      counts only beside ${check.twin}`]
    const seen =
      event === undefined
        ? []
        : [`      last run: ${event.verdict}${event.reason ? `: ${event.reason}` : ''}`]
    return [`    ${check.title}`, ...twin, ...seen]
  })
  const faults = Object.keys(rule.faults ?? {})
  return `${[...head, '  Checks', ...lines, `  Faults    ${faults.join(', ') || 'none'}`].join('\n')}\n`
}

function lastEvents(out: string): Map<string, CheckEvent> {
  let text: string
  try {
    text = readFileSync(join(resolve(out), 'events.jsonl'), 'utf8')
  } catch {
    return new Map()
  }
  const events = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as RunEvent]
    } catch {
      return []
    }
  })
  return new Map(events.flatMap((event) => (event.type === 'check' ? [[event.id, event]] : [])))
}
