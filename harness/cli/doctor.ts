import { invocationOf } from '../repro/command.ts'
import { capabilities, type Capability } from '../capabilities.ts'
import { checkDoctorOptions, manifestCommand } from './doctor-manifest.ts'
import { type HostAbility, hasAbility, hostAbilities } from '../machine/abilities.ts'
import { type Distribution, checkNoTargetFile, writeLike, writeTarget } from './targets/first-target.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { HarnessError } from '../errors.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { execute } from '../run/execute.ts'
import { outDirectoryFor } from '../run/out-directory.ts'
import type { RunOptions, RunScope } from './run.ts'
import { quoted, startCommand } from '../shell.ts'
import { peersFor, startEach } from './doctor-peers.ts'
import { type Role, roleNames } from '../roles.ts'
import { shortagesFor } from './shortages.ts'
import type { Target } from '../target/target.ts'
import { targetFor } from './targets/target-for.ts'

/** The options of `doctor` as the command line gives them. */
export type DoctorOptions = RunOptions & {
  readonly write?: string
  readonly like?: Distribution
  /** The path of a static pod, or of a configuration of k3s or RKE2. */
  readonly fromManifest?: string
  /** Names of the options that the command line gives. */
  readonly given?: ReadonlySet<string>
}

/**
 * Verifies each connection of the setup. A failing connection is an error of the configuration, never
 * nonconformance.
 */
export async function doctorCommand(doctorOptions: DoctorOptions, outerScope: RunScope): Promise<ExitCode> {
  checkDoctorOptions(doctorOptions, outerScope.command)
  const { fromManifest: manifest, ...withoutManifest } = doctorOptions
  if (manifest !== undefined)
    return manifestCommand(withoutManifest, manifest, outerScope, (options, scope) =>
      doctorCommand(options, scope),
    )
  if (doctorOptions.write !== undefined) checkNoTargetFile(doctorOptions.write, doctorOptions.target)
  const { asked: requestedOptions, scope } = await writeLikeTarget(doctorOptions, outerScope)
  const options = { ...requestedOptions, out: outDirectoryFor(requestedOptions.out, 'doctor') }
  if (options.out !== requestedOptions.out)
    process.stderr.write(
      `${requestedOptions.out} contains the results of a run, so doctor writes to ${options.out}.\n`,
    )
  const target = await targetFor(
    { ...options, ...(scope.command && { command: scope.command }) },
    scope.product,
  )
  const shortages = shortagesFor(options)
  const { events, interrupted } = await execute(
    target,
    { ...options, seed: 1, thorough: false, judgesOnce: true },
    { ...scope, invocation: invocationOf(options, scope.command) },
    {
      live: () => ({ event: () => {}, end: () => {} }),
    },
  )
  for (const shortage of shortages) process.stdout.write(`low  ${shortage}\n`)
  const wiringEvents = events.filter((event): event is CheckEvent => event.type === 'check')
  const titles = new Map(
    events.flatMap((event) => (event.type === 'header' ? event.plan.checks.map((c) => [c.id, c.title]) : [])),
  )
  process.stdout.write(wiringText(wiringEvents, titles))
  for (const role of rolesWithoutVersion(events)) {
    process.stdout.write(`n/a  the ${roleNames[role]} prints no version for --version\n`)
    process.stdout.write(indent(`To show one in reports, set in the target file: programs.${role}.version`))
  }
  const starts = interrupted
    ? []
    : await startEach(peersFor(Object.keys(target.programs) as Role[], await scope.product.peers()))
  for (const { name, endpoint, failure } of starts) {
    const text = endpoint === undefined ? 'does not start here' : `starts ${endpoint}`
    process.stdout.write(`${failure === undefined ? 'ok  ' : 'FAIL'} the mock peer ${name} ${text}\n`)
    if (failure !== undefined) process.stdout.write(indent(failure))
  }
  if (target.programs.apiserver !== undefined && !interrupted)
    process.stdout.write(
      wrap(`Not probed, taken as given: ${assumedCapabilities(wiringEvents, target).join(', ')}.`),
    )
  for (const [ability, words] of Object.entries(hostAbilities)) {
    const isAvailable = hasAbility(ability as HostAbility)
    process.stdout.write(
      `${isAvailable ? 'ok  ' : 'n/a '} this machine ${isAvailable ? 'has' : 'lacks'} ${words}\n`,
    )
    if (isAvailable) continue
    const consequence =
      ability === 'network-namespace'
        ? 'Programs and peers use the network of the machine; a run lists what listens beyond loopback.'
        : 'Checks that need it are not applicable here.'
    process.stdout.write(`     ${consequence}\n`)
  }
  if (interrupted) return exitCodes.interrupted
  const silentPrograms = rolesNeverStarted(events)
  if (options.write !== undefined && silentPrograms.length > 0)
    process.stdout.write(
      `Did not write ${options.write}: the ${silentPrograms.map((role) => roleNames[role]).join(' and the ')} never started.\n`,
    )
  else if (options.write !== undefined) {
    writeTarget(options.write, target, missingOf(wiringEvents))
    process.stdout.write(
      `Wrote ${options.write}. Run: ${startCommand(scope.product.name)} run --target ${quoted(options.write)}\n`,
    )
  }
  const isWired = wiringEvents.every(({ verdict }) => isPassing(verdict))
  return isWired && starts.every(({ failure }) => failure === undefined)
    ? exitCodes.conformant
    : exitCodes.configFault
}

/**
 * Writes the target file of the distribution that `--like` names. Returns the options and the scope with this target.
 */
async function writeLikeTarget(
  { like, ...options }: DoctorOptions,
  scope: RunScope,
): Promise<{ readonly asked: typeof options; readonly scope: RunScope }> {
  if (like === undefined) return { asked: options, scope }
  const { write, role, ...rest } = options
  if (write === undefined)
    throw new HarnessError('usage', `--like ${like} needs --write FILE, the target file to write.`)
  const { command = [], ...others } = scope
  if (command.length > 1)
    throw new HarnessError('usage', '--like takes a program after --, without arguments.')
  const [program] = command
  await writeLike(write, like, {
    root: scope.product.root,
    ...(program !== undefined && { program }),
    ...(role !== undefined && { role }),
  })
  process.stdout.write(
    `Wrote ${write}, as for ${like}; edit it. Then run: ${startCommand(scope.product.name)} run --target ${quoted(write)}\n`,
  )
  return { asked: { ...rest, target: write }, scope: others }
}

/** Returns the results of the wiring checks, one per line. A common reason of failures is shown once. */
export function wiringText(
  wiringEvents: readonly Pick<CheckEvent, 'id' | 'verdict' | 'reason' | 'programError'>[],
  titles: ReadonlyMap<string, string>,
): string {
  const firstByCause = new Map<string, string>()
  return wiringEvents
    .map(({ id, verdict, reason, programError }) => {
      const statusMark = verdict === 'held' ? 'ok  ' : verdict === 'not-applicable' ? 'n/a ' : 'FAIL'
      const title = titles.get(id) ?? id
      const line = `${statusMark} ${title}\n`
      if (statusMark === 'ok  ' || reason === undefined) return line
      const cause = programError ?? reason
      const firstRule = firstByCause.get(cause)
      firstByCause.set(cause, firstRule ?? title)
      return `${line}${indent(firstRule === undefined ? reason : `The same cause as: ${firstRule}`)}`
    })
    .join('')
}

/** Returns the roles whose wiring checks all failed because the program ended before it was ready. */
function rolesNeverStarted(events: readonly RunEvent[]): Role[] {
  const rules = events.flatMap((event) => (event.type === 'header' ? event.plan.rules : []))
  const programByRule = new Map(rules.map(({ id, program }) => [id, program]))
  const wiringEvents = events.filter((event): event is CheckEvent => event.type === 'check')
  const roles = [...new Set(wiringEvents.map(({ rule }) => programByRule.get(rule)))].filter(
    (role) => role !== undefined,
  )
  return roles.filter((role) => {
    const programEvents = wiringEvents.filter(({ rule }) => programByRule.get(rule) === role)
    const starts = programEvents.flatMap(({ launches }) => launches)
    return (
      programEvents.some(({ verdict }) => !isPassing(verdict)) &&
      !starts.some(({ outcome }) => outcome === 'ready')
    )
  })
}

const isPassing = (verdict: CheckEvent['verdict']): boolean =>
  verdict === 'held' || verdict === 'not-applicable'

// Returns the capabilities that no single request shows, unless the target file declares them missing.
function assumedCapabilities(edges: readonly CheckEvent[], { capabilities: own = {} }: Target): Capability[] {
  const probedCapabilities = new Set(edges.map(({ rule }) => rule.replace(capabilityRule, '')))
  return capabilities.filter((name) => !probedCapabilities.has(name) && own[name] !== false)
}

/** Returns the roles whose programs printed no version, by the header of the run. */
function rolesWithoutVersion(events: readonly RunEvent[]): Role[] {
  return events.flatMap((event) =>
    event.type === 'header'
      ? event.target.programs.filter(({ version }) => version === undefined).map(({ role }) => role as Role)
      : [],
  )
}

function indent(text: string): string {
  return `     ${text.split('\n').join('\n     ')}\n`
}

const columns = 80

/** Returns a paragraph for narrow terminals. All lines after the first are indented. */
function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1) ?? ''
    if (lastLine !== '' && `${lastLine} ${word}`.length > columns) lines.push(`     ${word}`)
    else lines[lines.length - 1] = lastLine === '' ? word : `${lastLine} ${word}`
  }
  return `${lines.join('\n')}\n`
}

const capabilityRule = /^doctor\.capability\./

/** Returns the capabilities that were probed and not found. */
function missingOf(edges: readonly CheckEvent[]): Capability[] {
  const absentRules = edges.filter(({ verdict }) => verdict === 'not-applicable').map(({ rule }) => rule)
  return capabilities.filter((name) => absentRules.some((rule) => rule.replace(capabilityRule, '') === name))
}
