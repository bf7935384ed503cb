import type { Capability } from '../capabilities.ts'
import type { SealedForm } from './sealed-form.ts'
import type { Flags } from '../flag-values.ts'
import type { Role } from '../roles.ts'
import type { MinorVersion, VersionRange, Versions } from './version-range.ts'

/** Values that the documents leave open although a check must send them. */
export type OpenValue =
  /** The minor version before the version of the API server. */
  | 'version.previous-minor'
  | 'audienceMatchPolicy'
  /** The issuer of tokens that are kept in secrets. */
  | 'secret-tokens.issuer'
  | 'failurePolicy.deny'
  | 'failurePolicy.noOpinion'
  | 'kms.apiVersion.newer'
  | 'userValidationRule.variable'
  | 'matchCondition.variable'
  /** A kind of allocator in addition to RangeAllocator. */
  | 'CIDRAllocatorType.other'
  /** Component of the gates and versions of the API server: `component:key=value`. */
  | 'component'
  /** An earlier version that the program can emulate. */
  | 'emulation.version'
  /** An API of the program that is missing in the emulated version. */
  | 'emulation.newer-api'
  /** A beta version of the same API, which is off by default in the emulated version. */
  | 'emulation.beta-api'
  /** A gate of the program, off by default, that is missing in the emulated version. */
  | 'emulation.newer-gate'
  /** Value of `--runtime-config` that a server with all alpha features needs to start. */
  | 'all-alpha.apis'
  /** Value of `--runtime-config` that a server with all beta features needs to start. */
  | 'all-beta.apis'
  /** Minor version of the program, as a value of `--emulated-version`. */
  | 'emulation.own-version'
  /** The gate that coordinated elections need. */
  | 'gate.coordinated-elections'
  /** Value of `--runtime-config` that coordinated elections need. */
  | 'coordinated-elections.apis'
  /** Name of the service of the API. */
  | 'api.service'
  /**
   * The gate that makes API servers forward requests to each other, with the gates that it needs, as a value of a flag.
   */
  | 'gate.peer-proxy'
  /** Value of `--runtime-config` that peer forwarding needs. */
  | 'peer-proxy.apis'

/** Vendors whose patches make a program deviate where the common source does not. */
export const vendors = ['openshift'] as const
/** Name of a vendor. */
export type Vendor = (typeof vendors)[number]

/** A known, confirmed and explained deviation from the documents. */
export interface Deviation {
  /** A check's id, or a glob over check ids. */
  readonly check: string
  /** Versions of the tested program that deviate; all if omitted. */
  readonly versions?: VersionRange
  /**
   * Vendor whose patches cause the deviation. The deviation is known only for targets whose file names this vendor.
   */
  readonly vendor?: Vendor
  /** Set if the deviation is a crash, which is not a refusal. */
  readonly crashes?: true
  /** Set if the deviation makes a check untestable, for example because a start is refused for another reason. */
  readonly untestable?: true
  /**
   * Fingerprints of the known wrong responses; a check with any other wrong response is broken. The fingerprints of a
   * dialect are in its table.
   */
  readonly answers?: readonly string[]
  readonly reason: string
  /** Link to the source line that causes the deviation. */
  readonly link: string
}

/** A crash that happens occasionally, whatever a check does, so that no check can always reproduce it. */
export interface SporadicCrash {
  readonly program: Role
  readonly versions: VersionRange
  /** Text in the last lines of the crash trace. */
  readonly trace: string
  readonly reason: string
  /** Link to the source line that causes the crash. */
  readonly link: string
}

/** Fingerprints of wrong responses by check id: several if the program may give any of them. */
export type ConfirmedAnswers = Readonly<Record<string, readonly string[]>>

/** A difference of some versions of a program from the documents. */
export interface VersionDifference {
  /** The program that the versions refer to. */
  readonly program: Role
  readonly subject: 'kind' | 'field' | 'flag' | 'gate' | 'default'
  /** Name in the documents' spelling. A field follows its kind: `AuthenticationConfiguration.egressSelectorType`. */
  readonly name: string
  /** Versions with the difference. */
  readonly versions: VersionRange
  /** Set if these versions lack the flag, gate, kind or field; checks that need it are `not-applicable`. */
  readonly absent?: true
  /** For an absent field: the value that describes the fixed behaviour of these versions. */
  readonly fixedValue?: unknown
  /** Description of the difference. */
  readonly says: string
  /** Link to the source that shows the difference. */
  readonly link: string
}

/** Requirements of a program before it can serve. */
export type ProgramNeed =
  | 'service-account-keys'
  /**
   * A certificate and its key, by the flags of an API server: the program serves TLS, and its generated certificate is
   * not trusted.
   */
  | 'serving-certificate'
  /** Private mounts: the program writes to paths of the machine that no flag changes. */
  | 'private-mounts'
  /** A separate host name, if several programs of the role run in one cluster. */
  | 'host-name'

/**
 * Form in which a program receives a configuration that the documents describe as one object tree, in their spelling.
 */
export type HandOver =
  /** As a file given by a flag. */
  | { readonly as: 'file'; readonly flag: `--${string}` }
  /** As flags, one for each leaf. */
  | { readonly as: 'flags'; readonly flagsOf: MapLeaf }

/**
 * Returns the flags that set the leaf at a JSON pointer; `undefined` if no flag does.
 * @param valueAt the values of the other leaves, for a flag that sets several leaves
 */
export type MapLeaf = (
  pointer: string,
  value: unknown,
  valueAt: (pointer: string) => unknown,
) => Flags | undefined

/** Endpoint where a program shows its effective configuration. */
export interface ReadBack {
  /** Path of the request, on the program's port. */
  readonly path: string
  /** Returns the JSON pointer in the response for a documented pointer; `undefined` if it is not included. */
  readonly pointerOf: (pointer: string) => string | undefined
}

/** Spelling and requirements of one role's program in a family of implementations. */
export interface ProgramDialect {
  /** Usual file name. */
  readonly file: string
  readonly needs: readonly ProgramNeed[]
  /** Flags that a check needs to observe the program. */
  readonly flags?: Flags
  /** Names of the program's controllers, by their blocks of the configuration. */
  readonly controllers?: Readonly<Record<string, string>>
  /** Form of the configuration; absent if the documents describe no object tree for the role. */
  readonly configuration?: HandOver
  /** Flag for a file of kind LeaderMigrationConfiguration; absent if it is a part of the configuration only. */
  readonly migrationFile?: `--${string}`
  /** Endpoint that shows the configuration; absent if there is none. */
  readonly readBack?: ReadBack
}

/** Result of reading a changed file again in a running API server. */
export interface ReloadResult {
  readonly isValid: boolean
  readonly error: string
}

/** Returns the result of a reload that a log line reports, by kind of file. */
export type Reloads = Readonly<
  Partial<Record<'authentication' | 'authorization', (line: string) => ReloadResult | undefined>>
>

/** Flags by the role of the program whose command sets them. */
export type OwnFlags = Readonly<Partial<Record<Role, readonly string[]>>>

/** Spelling of the documents' terms in one family of implementations. */
export interface Dialect {
  readonly name: string
  readonly programs: Readonly<Record<Role, ProgramDialect>>
  /** Runtime of the programs, if the harness has settings for it: those of Go limit memory and record coverage. */
  readonly runtime?: 'go'
  /** Domain of the API groups: `orch.io`. */
  readonly groupDomain: string
  /** Returns the apiVersion of a kind, given the documented one. Unknown pairs are spelled like other words. */
  apiVersion(kind: string, documented: string): string
  /** Spells a term of the documents: a field, a value, a flag. */
  word(documented: string): string
  /** Spells a text that may contain documented terms anywhere. */
  text(documented: string): string
  readonly open: Readonly<Partial<Record<OpenValue, string>>>
  readonly capabilities: ReadonlySet<Capability>
  /** Form of sealed values at rest, for the capability `sealed-form`. */
  readonly sealedForm: SealedForm
  /**
   * Feature gates, in the form of `--feature-gates`, without which something documented is refused, or a program cannot
   * work.
   */
  readonly gates?: Readonly<Partial<Record<'kms-v1' | 'user-namespace', string>>>
  /** Organizations in the certificate of the harness's administrator. */
  readonly adminOrganizations: readonly string[]
  /** Reports whether a refusal's text names a field or flag; absent if the texts are unspecified. */
  readonly refusalNames?: (stderr: string, flagOrField: string) => boolean
  /** Log lines of reloads; absent if servers are not known to read configuration files again. */
  readonly reloads?: Reloads
  readonly deviations: readonly Deviation[]
  readonly sporadicCrashes?: readonly SporadicCrash[]
  /** Wrong responses seen when deviations were confirmed, as fingerprints by minor version and check. */
  readonly answers?: Readonly<Partial<Record<MinorVersion, ConfirmedAnswers>>>
  /** Text before the version number in the output of the programs. */
  readonly versionAfterPrefix?: string
  /** Minor version assumed for programs that report none: the version on which everything here was observed. */
  readonly usualVersion?: MinorVersion
  /** Differences of each minor version. */
  readonly differences?: readonly VersionDifference[]
  /** Versions that this dialect spells for; absent if all are spelled alike. */
  readonly versions?: Versions
  /** Flags that the commands of a target set themselves, in the dialect's spelling. The harness cannot set them. */
  readonly ownFlags?: OwnFlags
  /** Returns the dialect of given versions of the same implementations. */
  readonly ofVersions?: (versions: Versions) => Dialect
}
