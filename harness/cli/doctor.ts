import { invocationOf } from '../repro/command.ts'
import { capabilities, type Capability } from '../capabilities.ts'
import { type HostAbility, hasAbility, hostAbilities } from '../machine/abilities.ts'
import { mayWriteTarget, writeTarget } from './first-target.ts'
import { exitCodes, type ExitCode } from './line/exit.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { execute } from '../run/execute.ts'
import { besideOthers } from '../run/out-directory.ts'
import type { RunOptions, RunScope } from './run.ts'
import { peersFor, startEach } from './doctor-peers.ts'
import { type Role, roleNames } from '../roles.ts'
import { shortagesFor } from './shortages.ts'
import type { Target } from '../target/target.ts'
import { targetFor } from './target-for.ts'

/** Verifies each connection of the setup. A failing one is a fault of the configuration, never nonconformance. */
export async function doctorCommand(
  asked: RunOptions & { readonly write?: string },
  scope: RunScope,
): Promise<ExitCode> {
  if (asked.write !== undefined) mayWriteTarget(asked.write, asked.target)
  const options = { ...asked, out: besideOthers(asked.out, 'doctor') }
  if (options.out !== asked.out)
    process.stderr.write(`${asked.out} contains the results of a run, so doctor writes to ${options.out}.\n`)
  const target = await targetFor(
    { ...options, ...(scope.command && { command: scope.command }) },
    scope.product,
  )
  const lacking = shortagesFor(options)
  const { events, interrupted } = await execute(
    target,
    { ...options, seed: 1, thorough: false, judgesOnce: true },
    { ...scope, invocation: invocationOf(options, scope.command) },
    {
      live: () => ({ event: () => {}, end: () => {} }),
    },
  )
  for (const low of lacking) process.stdout.write(`low  ${low}\n`)
  const edges = events.filter((event): event is CheckEvent => event.type === 'check')
  const titles = new Map(
    events.flatMap((event) => (event.type === 'header' ? event.plan.checks.map((c) => [c.id, c.title]) : [])),
  )
  for (const edge of edges) {
    const mark = edge.verdict === 'held' ? 'ok  ' : edge.verdict === 'not-applicable' ? 'n/a ' : 'FAIL'
    process.stdout.write(`${mark} ${titles.get(edge.id) ?? edge.id}\n`)
    if (mark !== 'ok  ' && edge.reason !== undefined) process.stdout.write(indented(edge.reason))
  }
  for (const role of withoutVersion(events)) {
    process.stdout.write(`n/a  the ${roleNames[role]} prints no version for --version\n`)
    process.stdout.write(indented(`To show one in reports, set in the target file: programs.${role}.version`))
  }
  const starts = interrupted
    ? []
    : await startEach(peersFor(Object.keys(target.programs) as Role[], await scope.product.peers()))
  for (const { name, reached, failed } of starts) {
    const said = reached === undefined ? 'does not start here' : `starts ${reached}`
    process.stdout.write(`${failed === undefined ? 'ok  ' : 'FAIL'} the mock peer ${name} ${said}\n`)
    if (failed !== undefined) process.stdout.write(indented(failed))
  }
  if (target.programs.apiserver !== undefined && !interrupted)
    process.stdout.write(wrapped(`Not probed, taken as given: ${takenAsGiven(edges, target).join(', ')}.`))
  for (const [ability, words] of Object.entries(hostAbilities)) {
    const has = hasAbility(ability as HostAbility)
    process.stdout.write(`${has ? 'ok  ' : 'n/a '} this machine ${has ? 'has' : 'lacks'} ${words}\n`)
    if (!has) process.stdout.write('     Checks that need it are not applicable here.\n')
  }
  if (interrupted) return exitCodes.interrupted
  if (options.write !== undefined) {
    writeTarget(options.write, target, missingOf(edges))
    process.stdout.write(`Wrote ${options.write}. Run: ${scope.product.name} run --target ${options.write}\n`)
  }
  const isWired = edges.every((edge) => edge.verdict === 'held' || edge.verdict === 'not-applicable')
  return isWired && starts.every(({ failed }) => failed === undefined)
    ? exitCodes.conformant
    : exitCodes.configFault
}

// Returns the capabilities that no single request shows, unless the target file declares them missing.
function takenAsGiven(edges: readonly CheckEvent[], { capabilities: own = {} }: Target): Capability[] {
  const probed = new Set(edges.map(({ rule }) => rule.replace(capabilityRule, '')))
  return capabilities.filter((name) => !probed.has(name) && own[name] !== false)
}

/** Returns the roles whose programs printed no version, by the header of the run. */
function withoutVersion(events: readonly RunEvent[]): Role[] {
  return events.flatMap((event) =>
    event.type === 'header'
      ? event.target.programs.filter(({ version }) => version === undefined).map(({ role }) => role as Role)
      : [],
  )
}

function indented(text: string): string {
  return `     ${text.split('\n').join('\n     ')}\n`
}

const columns = 80

/** Returns a paragraph for narrow terminals. All lines after the first are indented. */
function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && `${last} ${word}`.length > columns) lines.push(`     ${word}`)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return `${lines.join('\n')}\n`
}

const capabilityRule = /^doctor\.capability\./

/** Returns the capabilities that were probed and not found. */
function missingOf(edges: readonly CheckEvent[]): Capability[] {
  const absent = edges.filter(({ verdict }) => verdict === 'not-applicable').map(({ rule }) => rule)
  return capabilities.filter((name) => absent.some((rule) => rule.replace(capabilityRule, '') === name))
}
