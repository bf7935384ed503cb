import { realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { isExcluded, type Rule } from '#harness/catalogue.ts'
import { capabilities } from '#harness/capabilities.ts'
import type { RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { findProgram } from '#harness/target/find.ts'
import type { Verdict } from '#harness/verdict.ts'
import { headerOf, resultOf } from '../result.ts'
import type { RunResult } from '../run-schema.ts'
import { canonical } from './canonical.ts'
import type { Exclusions } from './exclusions.ts'
import { type BundledFile, fileDigest, sha256 } from './files.ts'
import type { Manifest } from './manifest.ts'
import { digestsOfProgram } from './program-digests.ts'
import { merkleRoot } from './merkle.ts'

/** Statements of a manifest that its bundle does not contain: the tested programs and the period of validity. */
export interface ManifestOptions {
  readonly programs: Manifest['target']['programs']
  readonly expiresAt: string
  readonly exclusions?: Exclusions
}

/** Returns the manifest that describes a run and the files of its bundle. The result depends only on the arguments. */
export function manifestOf(
  events: readonly RunEvent[],
  files: readonly BundledFile[],
  { programs, expiresAt, exclusions }: ManifestOptions,
): Manifest {
  const header = headerOf(events)
  const result = resultOf(events)
  const { judgedBy: _judgedBy, ...totals } = result.totals
  const names = header.selection.profiles ?? []
  return {
    schemaVersion: 1,
    tool: { name: header.tool.name, version: header.tool.version },
    suiteDigest: header.suiteDigest,
    catalogue: { version: header.tool.version, digest: catalogueDigest(header) },
    ...(header.set && { set: header.set }),
    profiles: result.scope.profiles
      .filter(({ name }) => names.includes(name))
      .map(({ name, rules }) => ({ name, rules })),
    target: {
      name: header.target.name,
      dialect: header.target.dialect,
      programs: programs.map(({ ran: _stated, ...program }) => ({
        ...program,
        ...digestsOfProgram(program.role, events),
      })),
    },
    startedAt: header.startedAt,
    finishedAt: result.finishedAt ?? header.startedAt,
    expiresAt,
    seed: header.seed,
    plan: result.plan,
    totals,
    declaration: declarationOf(header, result),
    ...(exclusions && { exclusions: usedExclusions(exclusions, result) }),
    evidence: {
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      root: merkleRoot(files),
    },
  }
}

/** Returns the digest of the rules and checks that a run planned, independent of the order of the suites. */
export function catalogueDigest({ plan }: Pick<HeaderEvent, 'plan'>): string {
  const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)
  return sha256(canonical({ rules: [...plan.rules].sort(byId), checks: [...plan.checks].sort(byId) }))
}

/** Returns the programs of a target on this machine, with the digests of the files of their command lines. */
export function programsOf(header: HeaderEvent): Manifest['target']['programs'] {
  const testedRoles = new Set(header.plan.rules.map(({ program }) => program as string))
  return header.target.programs
    .filter(({ role }) => testedRoles.has(role) || role === 'etcd')
    .map(({ role, command, version }) => ({
      role,
      ...(version !== undefined && { version }),
      files: command.flatMap((argument, index) => {
        const path = index === 0 && !argument.includes('/') ? findProgram(argument) : argument
        return path !== undefined && isFile(path)
          ? [{ name: basename(path), sha256: fileDigest(realpathSync(path)).sha256 }]
          : []
      }),
    }))
}

function isFile(path: string): boolean {
  return path.startsWith('/') && statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Returns the declared capabilities with the verdicts of the rules that need them. */
function declarationOf(header: HeaderEvent, result: RunResult): Manifest['declaration'] {
  const rules = header.plan.rules.filter((rule): rule is Rule => !isExcluded(rule))
  const verdictOf = new Map(result.rules.map(({ id, verdict }) => [id, verdict]))
  return {
    capabilities: capabilities.map((name) => {
      const verdictCounts: Partial<Record<Verdict, number>> = {}
      for (const { id, capability } of rules) {
        const verdict = capability === name ? verdictOf.get(id) : undefined
        if (verdict !== undefined) verdictCounts[verdict] = (verdictCounts[verdict] ?? 0) + 1
      }
      return { name, declared: !header.capabilitiesOff.includes(name), rules: verdictCounts }
    }),
    knownDepartures: result.checks.flatMap(({ id, known }) =>
      known === null ? [] : [{ check: id, reason: known.reason }],
    ),
  }
}

function usedExclusions(
  { version, digest, checks }: Exclusions,
  result: RunResult,
): NonNullable<Manifest['exclusions']> {
  const excludedChecks = new Set(checks.map(({ check }) => check))
  const failedChecks = result.checks.filter(({ id, verdict }) => excludedChecks.has(id) && isRed(verdict))
  return { version, digest, checks: failedChecks.map(({ id }) => id) }
}

/** Reports whether a verdict contradicts a claim. */
export function isRed(verdict: Verdict): boolean {
  return !['held', 'observed', 'warned', 'known-failing', 'not-applicable'].includes(verdict)
}
