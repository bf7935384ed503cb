import type { RunResult } from '../run-schema.ts'
import { canonical } from './canonical.ts'
import { sha256 } from './files.ts'
import type { Manifest } from './manifest.ts'

/** Reference to an artifact by its digest (in-toto, ResourceDescriptor). */
interface Descriptor {
  readonly name: string
  readonly digest: { readonly sha256: string }
  readonly annotations?: Readonly<Record<string, unknown>>
}

/** Predicate type of test results in in-toto. */
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1'

/** in-toto statement with the predicate of test results. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1'
  readonly subject: readonly Descriptor[]
  readonly predicateType: typeof predicateType
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED'
    readonly configuration: readonly Descriptor[]
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly []
  }
}

/**
 * Returns a certificate as a statement of in-toto: its subjects are the programs that ran, its tests the rules. A
 * failure that the list of exclusions or the dialect excuses is a warning.
 * @returns `undefined` if the digest of no program is known, because a statement needs a subject
 */
export function statementOf(manifest: Manifest, { rules }: Pick<RunResult, 'rules'>): Statement | undefined {
  const subject = subjectsOf(manifest)
  if (subject.length === 0) return undefined
  const passedRules = rules.filter(({ verdict }) => verdict === 'held' || verdict === 'observed')
  const warnedRules = rules.filter((rule) => !passedRules.includes(rule))
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType,
    predicate: {
      result: warnedRules.length === 0 ? 'PASSED' : 'WARNED',
      configuration: configurationOf(manifest),
      passedTests: passedRules.map(({ id }) => id),
      warnedTests: warnedRules.map(({ id }) => id),
      failedTests: [],
    },
  }
}

/**
 * Returns the executables that ran and the files that they interpret. For a program whose executable is not determined,
 * returns the files of its command line.
 */
function subjectsOf({ target }: Manifest): Descriptor[] {
  const files = target.programs.flatMap(({ ran, files: given }) =>
    ran === undefined || typeof ran === 'string' ? given : ran.flatMap((one) => one.files),
  )
  const byText = new Map(files.map((file) => [`${file.name} ${file.sha256}`, file]))
  return [...byText.values()].map((file) => ({ name: file.name, digest: { sha256: file.sha256 } }))
}

/** Returns the set of the standard, the tool, the target, and the evidence that the certificate lists. */
function configurationOf({
  tool,
  suiteDigest,
  catalogue,
  profiles,
  target,
  evidence,
}: Manifest): Descriptor[] {
  const descriptorOf = (
    name: string,
    digest: string,
    annotations?: Readonly<Record<string, unknown>>,
  ): Descriptor => ({ name, digest: { sha256: digest }, ...(annotations && { annotations }) })
  const { programs, ...rest } = target
  const configuredPrograms = programs.map(({ role, version, ran }) => ({
    role,
    ...(version !== undefined && { version }),
    ...(Array.isArray(ran) && { addedFlags: [...new Set(ran.flatMap((one) => one.addedFlags))] }),
  }))
  return [
    descriptorOf('standard', catalogue.digest, {
      version: catalogue.version,
      profiles: profiles.map(({ name }) => name),
    }),
    descriptorOf('suites', suiteDigest, { tool: tool.name, version: tool.version }),
    descriptorOf('target', sha256(canonical(target)), { ...rest, programs: configuredPrograms }),
    descriptorOf('evidence', evidence.root, { files: evidence.files }),
  ]
}
