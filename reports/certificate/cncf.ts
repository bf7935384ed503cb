import { existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeDirectory } from '#harness/directory.ts'
import type { RunEvent } from '#harness/events.ts'
import { startCommand } from '#harness/shell.ts'
import { type Fate, fateOf, messageOf } from '../formats/check-result.ts'
import { renderJUnit } from '../formats/junit.ts'
import { stripControlCharacters } from '../plain-text.ts'
import { resultOf } from '../result.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'

/**
 * Writes a run as the folder that the conformance programs of the CNCF take: `PRODUCT.yaml`, `e2e.log`, `junit_01.xml`,
 * `results.json` (the events of `go test -json`) and a `README.md`. An existing `PRODUCT.yaml` is kept.
 */
export function writeCncf(directory: string, bundle: string, events: readonly RunEvent[]): readonly string[] {
  const result = resultOf(events)
  makeDirectory(directory)
  const product = 'PRODUCT.yaml'
  const textsByFile: Readonly<Record<string, string>> = {
    ...(!existsSync(join(directory, product)) && { [product]: productText(result) }),
    'README.md': readmeText(result, basename(bundle)),
    'e2e.log': logText(result),
    'junit_01.xml': renderJUnit(result),
    'results.json': goTestEvents(result),
  }
  for (const [name, text] of Object.entries(textsByFile)) writeFileSync(join(directory, name), text)
  return Object.keys(textsByFile)
}

function productText({ target }: RunResult): string {
  const name = JSON.stringify(target.name)
  const version = JSON.stringify(target.programs.find((one) => one.version !== undefined)?.version ?? '')
  return `# Complete the fields marked FILL. The programs describe each of them in their instructions.md.
vendor: "" # FILL: the legal entity, as the CNCF Landscape lists it
name: ${name}
version: ${version} # FILL: the version of the product, not that of Kubernetes
website_url: "" # FILL
repo_url: "" # FILL, or remove it
documentation_url: "" # FILL
product_logo_url: "" # FILL: SVG, AI or EPS; or remove it
type: distribution # FILL: distribution, hosted platform or installer
description: "" # FILL: one sentence
contact_email_address: "" # FILL
`
}

function readmeText(result: RunResult, bundle: string): string {
  const { tool, target, scope } = result
  const profiles = scope.profiles.filter(({ complete }) => complete).map(({ name }) => name)
  const profileFlags = profiles.map((name) => `--profile ${name}`).join(' ')
  return `# ${target.name}: ${stripControlCharacters(result.headline)}

These are results of ${tool.name} ${tool.version} in the files that the conformance programs of the CNCF take. They do
not replace the results of the tests that a program requires, such as those of Sonobuoy for Kubernetes.

To reproduce them:

\`\`\`sh
${startCommand(tool.name)} certify --target ${target.name} ${profileFlags} --key KEY
\`\`\`

The signed bundle \`${bundle}\` has the evidence; \`${startCommand(tool.name)} verify ${bundle}\` verifies it.
`
}

/** Returns the log for human readers. Its last lines have the form that the tools of the CNCF expect. */
function logText(result: RunResult): string {
  const fates = fatesOf(result)
  const countFates = (...some: Fate[]): number => fates.filter(([, fate]) => some.includes(fate)).length
  const failureCount = countFates('failure', 'error')
  const lines = fates.map(([check, fate]) => {
    const word = { passed: 'PASS', skipped: 'SKIP', failure: 'FAIL', error: 'ERROR' }[fate]
    return `${word} ${check.id} (${(check.durationMs / 1_000).toFixed(3)} s)${reasonOf(check, fate)}`
  })
  const programs = result.target.programs.map(({ role, version }) => `${role}: ${version ?? 'no version'}`)
  const { length } = result.checks
  const seconds = (Date.parse(result.finishedAt ?? result.startedAt) - Date.parse(result.startedAt)) / 1_000
  return `${[
    `${result.tool.name} ${result.tool.version}, started at ${result.startedAt}`,
    ...programs,
    '',
    ...lines,
    '',
    `Ran ${length - countFates('skipped')} of ${length} Specs in ${seconds.toFixed(3)} seconds`,
    `${failureCount === 0 ? 'SUCCESS' : 'FAIL'}! -- ${countFates('passed')} Passed | ${failureCount} Failed | 0 Pending | ${countFates('skipped')} Skipped`,
    failureCount === 0 ? 'PASS' : 'FAIL',
  ].join('\n')}\n`
}

const actions = { passed: 'pass', skipped: 'skip', failure: 'fail', error: 'fail' } as const

/** Returns the events that `go test -json` prints (test2json), one per line: a package per rule, a test per check. */
function goTestEvents(result: RunResult): string {
  const Time = result.finishedAt ?? result.startedAt
  const byRule = new Map<string, (readonly [RunCheck, Fate])[]>()
  for (const fateEntry of fatesOf(result))
    byRule.set(fateEntry[0].rule, [...(byRule.get(fateEntry[0].rule) ?? []), fateEntry])
  const events = [...byRule].flatMap(([rule, own]) => {
    const commonFields = { Time, Package: `${result.tool.name}/${rule}` }
    const isBad = own.some(([, fate]) => actions[fate] === 'fail')
    const elapsedSeconds = own.reduce((sum, [{ durationMs }]) => sum + durationMs, 0) / 1_000
    return [
      { ...commonFields, Action: 'start' },
      ...own.flatMap(([check, fate]) => {
        const Test = check.id.slice(rule.length + 1)
        const reason =
          fate === 'passed'
            ? []
            : [{ ...commonFields, Action: 'output', Test, Output: `    ${messageOf(check)}\n` }]
        const endEvent = { ...commonFields, Action: actions[fate], Test, Elapsed: check.durationMs / 1_000 }
        return [{ ...commonFields, Action: 'run', Test }, ...reason, endEvent]
      }),
      { ...commonFields, Action: isBad ? 'fail' : 'pass', Elapsed: elapsedSeconds },
    ]
  })
  return events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

function fatesOf(result: RunResult): readonly (readonly [RunCheck, Fate])[] {
  const isStopped = result.stoppedAfter !== undefined
  return result.checks.map((check) => [check, fateOf(check, { isStopped })])
}

function reasonOf(check: RunCheck, fate: Fate): string {
  return fate === 'passed' ? '' : `: ${stripControlCharacters(messageOf(check))}`
}
