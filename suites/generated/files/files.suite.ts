import { currentCheck, rule, test } from '#kit'
import { type Area, compareMany, judgeCases, judgeMany, limitOf, runOnSecondTarget } from '#kit/generate.ts'
import type { Rule } from '#kit/tables.ts'
import { inject } from 'vitest'
import { type KindName, configurationKinds } from '../../shared/configuration/kinds.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { admissionConstraints, admissionFiles } from './admission.ts'
import { auditConstraints, auditFiles } from './audit.ts'
import { authenticationConstraints, authenticationFiles } from './authentication.ts'
import { authorizationConstraints, authorizationFiles } from './authorization.ts'
import { judgeFiles, judgeReloads } from './drive.ts'
import { egressConstraints, egressFiles } from './egress.ts'
import { encryptionConstraints, encryptionFiles } from './encryption.ts'
import type { FileCase, FileKind } from './file-case.ts'
import { regressions } from './regressions.ts'
import { filesPerServer, type ReloadedKind } from './reload.ts'
import { coverableOf, coverageOf } from './coverage.ts'

// Divides the number of generated files, because each file needs a separate start.
const costDivisor = 20

// Number of concurrent starts in comparisons, which start two implementations.
const filesStartedAtOnce = 1

/** The files of a kind, and the documented source of their validity. */
interface Kind extends Pick<Rule, 'source'> {
  readonly words: string
  readonly capability?: string
}

function filesRule(
  kind: FileKind,
  { words, ...stated }: Kind,
  cases: Area<FileCase>['cases'],
  constraints: readonly string[],
): void {
  const files: Area<FileCase> = {
    id: `generated.files.${kind}`,
    cases,
    regressions: regressions[kind] ?? {},
    regressionsFile: 'suites/generated/files/regressions.ts',
    perStart: 1,
    cost: costDivisor,
    requests: () => 1,
    coverage: coverageOf,
    coverable: coverableOf(constraints),
    judge: judgeFiles,
  }
  rule(
    {
      id: files.id,
      level: 'MUST',
      says: `Whether ${words} is valid follows from its fields alone.`,
      ...stated,
      judgedBy: 'refusal',
      limitMs: limitOf(inject('settings')),
    },
    () => {
      test(
        {
          title: 'files are accepted or refused as documented',
          id: 'files are taken or refused as the documents say',
        },
        async () => {
          const { dialect, settings } = currentCheck()
          if (settings.against !== undefined) return compareFiles(files, settings.generate)
          const reloadedKind = kind in (dialect.reloads ?? {}) ? (kind as ReloadedKind) : undefined
          if (reloadedKind === undefined) return judgeCases(files)
          // Minimum number of cases: one start per constraint, because servers reload the other files.
          const minCaseCount = Array.isArray(cases) ? cases.length : 1
          await judgeCases({ ...files, cost: Math.max(costDivisor, settings.generate / minCaseCount) })
          await judgeReloaded(reloadedKind, files, settings.generate)
        },
      )
    },
  )
}

/** Compares two implementations, by reloads if both support them, or else by starts. */
async function compareFiles(files: Area<FileCase>, count: number): Promise<void> {
  const constraintOf = ({ broken }: FileCase): string => broken?.constraint ?? 'a valid file'
  const kind = files.id.replace(/^.*\./, '')
  const supportsReload = async (): Promise<boolean> =>
    kind in (currentCheck().dialect.reloads ?? {}) &&
    (await judgeReloads(kind as ReloadedKind, [])) !== undefined
  const bothReload = (await supportsReload()) && (await runOnSecondTarget(supportsReload))
  if (!bothReload)
    return compareMany({ ...files, aboutOf: constraintOf, perStart: filesStartedAtOnce }, count)
  const judgeReloadedFiles: typeof files.judge = async (cases) =>
    (await judgeReloads(kind as ReloadedKind, cases)) ?? []
  return compareMany(
    { ...files, aboutOf: constraintOf, perStart: filesPerServer, judge: judgeReloadedFiles },
    count,
  )
}

/** Judges files by reloads, if the server supports them. */
async function judgeReloaded(kind: ReloadedKind, files: Area<FileCase>, count: number): Promise<void> {
  const name = 'files read by a running server'
  if ((await judgeReloads(kind, [])) === undefined) return currentCheck().observe(name, 'none')
  const judgeReloadedFiles: typeof files.judge = async (cases) => (await judgeReloads(kind, cases)) ?? []
  await judgeMany({ ...files, perStart: filesPerServer, judge: judgeReloadedFiles }, count, name)
}

/** Returns the description and the source of a configuration file of document 1. */
function configuration(kind: KindName, section: string, row: string): Kind {
  return {
    words: configurationKinds[kind].contentWords,
    source: { document: 1, section, rows: [row], aspect: 'generated cases' },
  }
}

filesRule(
  'admission',
  configuration('admission', 'AdmissionConfiguration', 'plugins'),
  admissionFiles,
  admissionConstraints,
)
filesRule(
  'audit',
  {
    words: 'an audit policy',
    source: flagRow('--audit-policy-file', 'generated files'),
    capability: 'audit-policy',
  },
  auditFiles,
  auditConstraints,
)
filesRule(
  'authentication',
  configuration('authentication', 'AuthenticationConfiguration', 'jwt'),
  authenticationFiles,
  authenticationConstraints,
)
filesRule(
  'authorization',
  configuration('authorization', 'AuthorizationConfiguration', 'authorizers'),
  authorizationFiles,
  authorizationConstraints,
)
filesRule(
  'encryption',
  configuration('encryption', 'EncryptionConfiguration (v1)', 'resources'),
  encryptionFiles,
  encryptionConstraints,
)
filesRule(
  'egress',
  configuration('egress', 'EgressSelectorConfiguration (v1alpha1)', 'egressSelections'),
  egressFiles,
  egressConstraints,
)
