import type { SealedForm } from '../at-rest/sealed-form.ts'

/** The programs of a control plane, by role. */
export type Role = 'apiserver' | 'controller-manager' | 'cloud-controller-manager' | 'node-agent' | 'etcd'

/** What a check may need although the documents do not promise it. */
export type Capability =
  /** A review API tells who the caller is. */
  | 'who-am-i'
  /** A review API judges a token of somebody else and tells why it was refused. */
  | 'token-review'
  /** A review API tells what the authorizers say of somebody else. */
  | 'access-review'
  /** Objects (secrets, config maps, namespaces) can be created, read and watched. */
  | 'objects'
  /** Objects of groups (leases, roles, priority classes and their kin) can be created and read. */
  | 'objects-of-groups'
  /** Custom resources are defined by objects of kind CustomResourceDefinition. */
  | 'custom-resources'
  /** What is sealed at rest has the form that the dialect describes: a prefix with provider and key, then nonce and ciphertext. */
  | 'sealed-form'
  /** Tokens of service accounts can be requested. */
  | 'token-request'
  /** The static token file has the form `token,user,uid,"groups"`. */
  | 'token-file-csv'
  /** Each organization of a client certificate is a group of its user. */
  | 'organizations-are-groups'
  /** A line of the policy file of mode ABAC is an object of kind Policy with user or group, and nonResourcePath. */
  | 'abac-policy-lines'
  /** A bootstrap token `ID.SECRET` is a secret `bootstrap-token-ID` with token-id, token-secret and its usage. */
  | 'bootstrap-secrets'
  /** An external signer of tokens is asked over gRPC as Kubernetes describes it (ExternalJWTSigner v1). */
  | 'external-jwt-signer'
  /** A token for a pod of exactly 3607 seconds counts as one that is injected into it. */
  | 'injected-token-request'
  /** Key management plugins are asked over gRPC as Kubernetes describes it (v1beta1 as v1, and v2). */
  | 'kms-plugin'
  /** Admission plugins do what those of the same names do in Kubernetes; the documents only name them. */
  | 'plugin-effects'
  /** Metrics are served in the Prometheus text form. */
  | 'metrics'
  /** Watches can be opened over WebSockets, a frame per event. */
  | 'watch-websocket'
  /** The host's trusted certificates are those of the file that the variable SSL_CERT_FILE names. */
  | 'ssl-cert-file'
  /** A span that is made for a request names its path with the query in a name or an attribute. */
  | 'spans-name-requests'

/** Values that the documents leave open and a check must send all the same. */
export type OpenValue =
  | 'audienceMatchPolicy'
  | 'failurePolicy.deny'
  | 'failurePolicy.noOpinion'
  | 'kms.apiVersion.newer'
  | 'userValidationRule.variable'
  | 'matchCondition.variable'

/** A departure from the documents that is known, confirmed and explained. */
export interface Deviation {
  /** A check's id, or a glob over check ids. */
  readonly check: string
  readonly reason: string
  /** Where a reader can verify it. */
  readonly link: string
}

/** How one family of implementations spells what the documents say. */
export interface Dialect {
  readonly name: string
  /** The usual file names of the programs. */
  readonly programs: Readonly<Record<Role, string>>
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
  /** Flags that the programs need before they serve at all. */
  readonly needs: readonly ('service-account-keys' | 'authorization')[]
  /** Feature gates, as `--feature-gates` takes them, without which something documented is refused. */
  readonly gates?: Readonly<Partial<Record<'kms-v1', string>>>
  /** The organizations in the certificate of the harness's own administrator. */
  readonly adminOrganizations: readonly string[]
  /** Whether a refusal's text speaks of a field or flag; absent where the texts are free. */
  readonly refusalNames?: (stderr: string, about: string) => boolean
  readonly deviations: readonly Deviation[]
}
