import type { Capability } from '../capabilities.ts'
import type { SealedForm } from '../at-rest/sealed-form.ts'
import type { Flags } from '../flag-values.ts'
import type { Role } from '../roles.ts'
import type { MinorVersion, VersionRange, Versions } from './version-range.ts'

/** Values that the documents leave open and a check must send all the same. */
export type OpenValue =
  /** The minor version before the API server's own. */
  | 'version.previous-minor'
  | 'audienceMatchPolicy'
  /** The issuer of tokens that are kept in secrets. */
  | 'secret-tokens.issuer'
  | 'failurePolicy.deny'
  | 'failurePolicy.noOpinion'
  | 'kms.apiVersion.newer'
  | 'userValidationRule.variable'
  | 'matchCondition.variable'
  /** A kind of allocator beside RangeAllocator. */
  | 'CIDRAllocatorType.other'
  /** What the API server's own gates and versions stand behind: `component:key=value`. */
  | 'component'
  /** A version before the program's own that it can emulate. */
  | 'emulation.version'
  /** An API that the program has, and that version does not have. */
  | 'emulation.newer-api'
  /** Another version of that API, which the emulated version has in beta and off by default. */
  | 'emulation.beta-api'
  /** A gate, off by default, that the program has and that version does not have. */
  | 'emulation.newer-gate'
  /** What `--runtime-config` must switch on for a server with all features in alpha to come up. */
  | 'all-alpha.apis'
  /** The same for all features in beta. */
  | 'all-beta.apis'
  /** The minor version of the program itself, as `--emulated-version` takes it. */
  | 'emulation.own-version'
  /** The gate without which elections are not coordinated. */
  | 'gate.coordinated-elections'
  /** What `--runtime-config` must switch on for elections to be coordinated. */
  | 'coordinated-elections.apis'
  /** The name of the API's own service. */
  | 'api.service'
  /** The gate with which API servers pass requests on to each other, and those that it needs, as a flag takes them. */
  | 'gate.peer-proxy'
  /** What `--runtime-config` must switch on for that. */
  | 'peer-proxy.apis'

/** Those whose patches make a program depart where the common source does not. */
export const vendors = ['openshift'] as const
/** One of the vendors. */
export type Vendor = (typeof vendors)[number]

/** A departure from the documents that is known, confirmed and explained. */
export interface Deviation {
  /** A check's id, or a glob over check ids. */
  readonly check: string
  /** The versions of the judged program that depart; all of them where it is left out. */
  readonly versions?: VersionRange
  /** Set where a vendor's patches are the cause: it is known of targets alone whose file names this vendor. */
  readonly vendor?: Vendor
  /** Set where the departure is a crash, which is no refusal. */
  readonly crashes?: true
  /** Set where the departure keeps a check from telling anything: it makes a refusal one for another reason, say. */
  readonly untestable?: true
  /** The fingerprints of the wrong answers that it is; another one is broken. Those of a dialect stand in its table. */
  readonly answers?: readonly string[]
  readonly reason: string
  /** Where a reader can verify it: the line of the source. */
  readonly link: string
}

/** A crash that comes now and then, whatever a check does: no check can arrange that it shows always. */
export interface SporadicCrash {
  readonly program: Role
  readonly versions: VersionRange
  /** What stands in the last lines of its crash trace. */
  readonly trace: string
  readonly reason: string
  /** Where a reader can verify it: the line of the source. */
  readonly link: string
}

/** By the id of a check, the fingerprints of its wrong answers: several where the program may give any of them. */
export type ConfirmedAnswers = Readonly<Record<string, readonly string[]>>

/** What some versions of a program have otherwise than the documents describe it. */
export interface VersionDifference {
  /** The program whose version it is. */
  readonly program: Role
  readonly what: 'kind' | 'field' | 'flag' | 'gate' | 'default'
  /** In the documents' words; a field stands behind its kind: `AuthenticationConfiguration.egressSelectorType`. */
  readonly name: string
  /** The versions in which it is so. */
  readonly versions: VersionRange
  /** Set where they do not have it at all: what checks of it come to is `not-applicable`. */
  readonly absent?: true
  /** For an absent field: the value that says what these versions do anyway. */
  readonly always?: unknown
  /** What is so in these versions. */
  readonly says: string
  /** Where a reader can verify it. */
  readonly link: string
}

/** What a program must be given before it serves at all. */
export type ProgramNeed =
  | 'service-account-keys'
  /** A certificate and its key, by the flags of an API server: it serves TLS, and its own certificate nobody trusts. */
  | 'serving-certificate'
  /** Mounts of its own: it writes to places of the machine that no flag moves. */
  | 'private-mounts'
  /** A host name of its own, where there are several in one cluster. */
  | 'host-name'

/** How a program gets a configuration that the documents state as one object tree, in their words. */
export type HandOver =
  /** As a file that a flag names. */
  | { readonly as: 'file'; readonly flag: `--${string}` }
  /** As flags, each leaf by itself. */
  | { readonly as: 'flags'; readonly say: SayLeaf }

/**
 * What says the leaf at a JSON pointer, or nothing where no flag does.
 * @param at the values of the other leaves, for a flag that says several of them
 */
export type SayLeaf = (pointer: string, value: unknown, at: (pointer: string) => unknown) => Flags | undefined

/** Where a program shows the configuration that it follows. */
export interface ReadBack {
  /** Path of the request, on the program's own port. */
  readonly path: string
  /** The JSON pointer in the answer for a documented one; nothing where it is not shown. */
  readonly at: (pointer: string) => string | undefined
}

/** How a family of implementations spells the program of one role. */
export interface ProgramDialect {
  /** Its usual file name. */
  readonly file: string
  readonly needs: readonly ProgramNeed[]
  /** Flags without which it would not show what a check looks at. */
  readonly flags?: Flags
  /** The names of its controllers, by their blocks of the configuration. */
  readonly controllers?: Readonly<Record<string, string>>
  /** Absent where the documents state no object tree for the role. */
  readonly configuration?: HandOver
  /** The flag that names a file of kind LeaderMigrationConfiguration; absent where that stands inside of the configuration alone. */
  readonly migrationFile?: `--${string}`
  /** Absent where it cannot be read back. */
  readonly readBack?: ReadBack
}

/** Flags by the role of the program whose command sets them. */
export type OwnFlags = Readonly<Partial<Record<Role, readonly string[]>>>

/** How one family of implementations spells what the documents say. */
export interface Dialect {
  readonly name: string
  readonly programs: Readonly<Record<Role, ProgramDialect>>
  /** What its programs are written in, where that lets them start with less work. */
  readonly runtime?: 'go'
  /** The domain of the API groups: `orch.io`. */
  readonly groupDomain: string
  /** The apiVersion of a kind whose documented apiVersion is given; unknown pairs are spelled like other words. */
  apiVersion(kind: string, documented: string): string
  /** Spells one of the documents' words: a field, a value, a flag. */
  word(documented: string): string
  /** Spells a text that may hold such words anywhere. */
  text(documented: string): string
  readonly open: Readonly<Partial<Record<OpenValue, string>>>
  readonly capabilities: ReadonlySet<Capability>
  /** How values are sealed at rest, for the capability `sealed-form`. */
  readonly sealedForm: SealedForm
  /** Feature gates, as `--feature-gates` takes them, without which something documented is refused, or a program cannot work. */
  readonly gates?: Readonly<Partial<Record<'kms-v1' | 'user-namespace', string>>>
  /** The organizations in the certificate of the harness's own administrator. */
  readonly adminOrganizations: readonly string[]
  /** Whether a refusal's text speaks of a field or flag; absent where the texts are free. */
  readonly refusalNames?: (stderr: string, about: string) => boolean
  readonly deviations: readonly Deviation[]
  readonly sporadicCrashes?: readonly SporadicCrash[]
  /** The wrong answers that were seen when departures were confirmed, as fingerprints: by minor version and check. */
  readonly answers?: Readonly<Partial<Record<MinorVersion, ConfirmedAnswers>>>
  /** What its programs say in front of the number of their version. */
  readonly versionBehind?: string
  /** The minor version of programs that do not tell theirs: the one that everything here was seen on. */
  readonly usualVersion?: MinorVersion
  /** What each minor version has otherwise. */
  readonly differences?: readonly VersionDifference[]
  /** The versions that this spells for; absent where all are spelled alike. */
  readonly versions?: Versions
  /** Flags that the commands of a target set themselves, as the dialect spells them: nobody else can give them. */
  readonly ownFlags?: OwnFlags
  /** The same implementations, spelled as programs of some versions have it. */
  readonly ofVersions?: (versions: Versions) => Dialect
}
