/** How a selection reaches its tunnel server where that can be trusted. */
export const trustedWays = ['HTTPConnect', 'GRPC', 'https', 'http'] as const
/** Ways whose server has a certificate that is not one of caBundle, or not one for the host of the url. */
export const distrustedWays = ['https of a stranger', 'https of another host'] as const
/** All ways. */
export const ways = [...trustedWays, ...distrustedWays] as const
export type Way = (typeof ways)[number]

/** The names of selections; `master` is the old word for `controlplane`. */
export const selectionNames = ['controlplane', 'master', 'cluster', 'etcd'] as const
export type SelectionName = (typeof selectionNames)[number]

/** An entry of the file. */
export interface Selection {
  readonly name: SelectionName
  readonly way: Way
}

/** An issuer that tokens are taken from. */
export interface Issuer {
  /** Its `egressSelectorType`; only selections that are there are named. */
  readonly type?: 'controlplane' | 'cluster'
  /** Whether its keys are at another address than its discovery document. */
  readonly hasKeysElsewhere: boolean
}

/** What leads a server to its store and to issuers. */
export interface EgressCase {
  /** One for each selection at most; without any there is no file. */
  readonly selections: readonly Selection[]
  readonly issuers: readonly Issuer[]
}
