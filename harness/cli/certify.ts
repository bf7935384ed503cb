import { invocationOf } from '../repro/command.ts'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { sizesOf } from '../engine/plan.ts'
import { HarnessError } from '../errors.ts'
import type { Profile } from '../profiles.ts'
import { execute } from '../run/execute.ts'
import type { Export } from './line/values.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './line/exit-codes.ts'
import { readCatalogue } from './catalogue/list.ts'
import type { RunEvent } from '../events.ts'
import type { Certificates, Product } from '../run/product.ts'
import { rejudgedLines } from './results/rejudge.ts'
import type { RunOptions, RunScope } from './run.ts'
import { quoted, startCommand } from '../shell.ts'
import { targetFor } from './targets/target-for.ts'
import { findSet, setOf, type StandardSet, summaryOf } from '../standard/sets.ts'

/** Command-line options of `certify`. */
export interface CertifyOptions
  extends Pick<
    RunOptions,
    'target' | 'program' | 'role' | 'limit' | 'profile' | 'set' | 'out' | 'jobs' | 'seed'
  > {
  readonly key?: string
  readonly makeKey?: string
  readonly validDays: number
  /** Path of a list of excluded checks. */
  readonly exclusions?: string
  readonly export?: Export
}

const bundleFileNames = new Set([
  'events.jsonl',
  'run.json',
  'junit.xml',
  'summary.md',
  'report.html',
  'evidence',
  'certificate.json',
  'certificate.html',
  'certificate.pub',
  'attestation.intoto.jsonl',
  'attestation.sigstore.json',
])

/** Runs whole profiles and writes the results as a signed bundle. A run that claims nothing is not signed. */
export async function certifyCommand(options: CertifyOptions, scope: RunScope): Promise<ExitCode> {
  const { product } = scope
  const { profile = [], key, makeKey } = options
  if (profile.length === 0)
    throw new HarnessError('usage', 'Give the profiles to certify: --profile NAME, repeatable.')
  const signingPaths = keySource(key, makeKey)
  const target = await targetFor({ ...options, ...(scope.command && { command: scope.command }) }, product)
  if ((target.deviations ?? []).length > 0) {
    throw new HarnessError(
      'config-fault',
      `Target ${target.name} lists its own deviations, and a certificate accepts none that the vendor wrote. Remove them, or challenge the checks.`,
    )
  }
  const bundleDir = resolve(options.out)
  rejectForeignBundle(bundleDir)
  const set = await findCertifiedSet(options, scope)
  await rejectUnclaimableProfiles(profile, scope, set)
  const reports = await product.reports()
  const certificates = await reports.certificates()
  const signingKey = certificates.key(...signingPaths)
  const run = { ...options, ...(set && { set: set.name }), thorough: true, startsFirst: true } as const
  const { events, interrupted, leftovers } = await execute(
    target,
    run,
    { ...scope, writer: 'certify', invocation: invocationOf(run, scope.command) },
    {
      live: (header) => reports.live(header, process.stderr),
      write: (all) => reports.write(bundleDir, all),
    },
  )
  if (interrupted) return exitCodes.interrupted
  if (leftovers !== undefined) rmSync(leftovers, { recursive: true, force: true })
  const code = exitCodeOfRun(events)
  try {
    const issued = await certificates.issue({
      bundle: bundleDir,
      events,
      key: signingKey,
      validDays: options.validDays,
      ...(options.exclusions !== undefined && { exclusions: options.exclusions }),
    })
    const attestation = issued.isAttested
      ? `${options.out}/attestation.intoto.jsonl (key: ${options.out}/certificate.pub)`
      : 'none, because the digest of no program is known'
    process.stdout.write(
      `Certified: ${profile.join(', ')} of ${target.name}.\n  Standard     ${set?.name ?? 'not a frozen set'}\n  Bundle       ${options.out}\n  Certificate  ${issued.digest}\n  Key          ${issued.signedBy}\n  Attestation  ${attestation}\n${writeExport(options.export, bundleDir, events, certificates)}Check it: ${startCommand(product.name)} verify ${quoted(options.out)}\n`,
    )
    return exitCodes.conformant
  } catch (thrown) {
    if (code === exitCodes.conformant || !(thrown instanceof HarnessError)) throw thrown
    process.stderr.write(`${product.name}: ${thrown.message}\n`)
    return code
  }
}

/**
 * Writes the form for a conformance program, if the options request the form. Returns the line of output about the
 * form.
 */
function writeExport(
  form: Export | undefined,
  bundle: string,
  events: readonly RunEvent[],
  certificates: Certificates,
): string {
  if (form === undefined) return ''
  const names = certificates.exportCncf(resolve(form.directory), bundle, events)
  return `  Exported     ${form.directory}: ${names.join(', ')}\n`
}

/** Returns the set to certify: the named set, or the frozen set that equals the present rows and rules. */
async function findCertifiedSet(
  { set }: CertifyOptions,
  { product }: RunScope,
): Promise<StandardSet | undefined> {
  const sets = product.sets?.() ?? []
  if (set !== undefined) return findSet(sets, set)
  const { rules } = await readCatalogue(product)
  const { digest } = summaryOf(setOf('', product.outline(), rules.values()))
  return sets.find((one) => summaryOf(one).digest === digest)
}

/** Rejects a claim that no run can satisfy before a run begins. */
async function rejectUnclaimableProfiles(
  profiles: readonly Profile[],
  { product, isInScope }: RunScope,
  set: StandardSet | undefined,
): Promise<void> {
  const sizes = sizesOf(await readCatalogue(product), {
    isInScope: (rule) => isInScope(rule) && (set === undefined || rule.id in set.rules),
  })
  for (const { name, rules, notYet } of sizes) {
    if (!profiles.includes(name) || (rules > 0 && notYet === 0)) continue
    const explanation = rules === 0 ? 'no rule covers it yet' : `${notYet} rows of it are not covered yet`
    const claimableProfiles = sizes.filter((one) => one.rules > 0 && one.notYet === 0).map((one) => one.name)
    throw new HarnessError(
      'nothing-selected',
      `${name} cannot be certified: ${explanation}. Profiles that can be: ${claimableProfiles.join(', ') || 'nothing'}.`,
    )
  }
}

function keySource(key: string | undefined, newKeyPath: string | undefined): [string, boolean] {
  if (key !== undefined && newKeyPath === undefined) return [key, false]
  if (newKeyPath !== undefined && key === undefined) return [newKeyPath, true]
  throw new HarnessError('usage', 'Give a signing key: --key FILE (PEM), or --make-key FILE for a new one.')
}

/** Rejects a bundle directory with foreign files, since users pass on the whole directory. */
function rejectForeignBundle(bundle: string): void {
  if (!existsSync(bundle)) return
  const foreignFile = readdirSync(bundle).find((name) => !bundleFileNames.has(name) && !name.startsWith('.'))
  if (foreignFile === undefined) return
  throw new HarnessError(
    'config-fault',
    `--out ${bundle} holds ${foreignFile}, which would become part of the bundle. Give an empty directory.`,
  )
}

/** Command-line options of `verify`. */
export interface VerifyOptions {
  readonly trust?: readonly string[]
  readonly revoked?: string
  readonly exclusions?: string
  readonly at?: Date
  /** Path of an earlier bundle to compare with. */
  readonly against?: string
  readonly export?: Export
  readonly rejudge?: boolean
  readonly json: boolean
}

/** Verifies a bundle from its files alone, and reports every mismatch. */
export async function verifyCommand(
  bundle: string,
  options: VerifyOptions,
  product: Product,
): Promise<ExitCode> {
  for (const directory of [bundle, options.against])
    if (directory !== undefined && !existsSync(directory))
      throw new HarnessError(
        'usage',
        `${directory}: there is no such directory. Give the bundle that certify wrote.`,
      )
  const { trust, revoked, exclusions, against, at = new Date(), json } = options
  const reports = await product.reports()
  const certificates = await reports.certificates()
  const verification = await certificates.verify(resolve(bundle), {
    now: at,
    ...(trust && { keys: trust }),
    ...(revoked !== undefined && { revoked }),
    ...(exclusions !== undefined && { exclusions }),
    ...(against !== undefined && { against: resolve(against) }),
  })
  const { summary, signedBy, digest, differences } = verification
  const rejudgement = options.rejudge
    ? await reports.rejudge(resolve(bundle), await reports.read(resolve(bundle)))
    : undefined
  const problems = [
    ...verification.problems,
    ...(rejudgement?.differences ?? []).map(({ check, why }) => `${check}: ${why}`),
  ]
  if (json)
    process.stdout.write(
      `${JSON.stringify({ valid: problems.length === 0, ...verification, problems, ...(rejudgement && { rejudged: rejudgement }) }, null, 2)}\n`,
    )
  else {
    const key = trust === undefined ? ' (any key is accepted; --trust names the trusted ones)' : ''
    const knownLines = [
      ...(summary === undefined ? [] : [summary]),
      ...(signedBy === undefined ? [] : [`Signed by the key ${signedBy}${key}`]),
      ...(digest === undefined ? [] : [`Certificate ${digest}`]),
      ...(rejudgement === undefined ? [] : rejudgedLines(rejudgement).slice(0, 1)),
    ]
    const judgement =
      problems.length === 0 ? ['Valid.'] : ['NOT valid:', ...problems.map((one) => `  ${one}`)]
    const comparisonLines =
      differences === undefined
        ? []
        : differences.length === 0
          ? [`No difference from ${against}.`]
          : [`Differences from ${against}:`, ...differences.map((one) => `  ${one}`)]
    process.stdout.write(`${[...judgement, ...knownLines, ...comparisonLines].join('\n')}\n`)
  }
  // No form is written for an invalid bundle.
  if (options.export !== undefined && problems.length === 0) {
    const events = await reports.read(resolve(bundle))
    process.stderr.write(writeExport(options.export, resolve(bundle), events, certificates))
  }
  return problems.length === 0 ? exitCodes.conformant : exitCodes.nonconformant
}
