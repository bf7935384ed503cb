/** Connections of a selection to a trusted tunnel server. */
export const trustedWays = ['HTTPConnect', 'GRPC', 'https', 'http'] as const
/** Connections on which the server or the client has no certificate that its peer accepts. */
export const distrustedWays = [
  'https of a stranger',
  'https of another host',
  'https of an expired server',
  'https of an expired client',
] as const
/** Connections to a trusted tunnel server that refuses to connect. */
export const refusingWays = ['HTTPConnect that refuses', 'GRPC that refuses', 'https that refuses'] as const
/** All connections of a selection to a tunnel server. */
export const ways = [...trustedWays, ...distrustedWays, ...refusingWays] as const
export type SelectionWay = (typeof ways)[number]

/** The names of selections. `master` is the old name of `controlplane`. */
export const selectionNames = ['controlplane', 'master', 'cluster', 'etcd'] as const
export type SelectionName = (typeof selectionNames)[number]

/** An entry of the file. */
export interface Selection {
  readonly name: SelectionName
  readonly way: SelectionWay
}

/** An accepted issuer of tokens. */
export interface Issuer {
  /** Its `egressSelectorType`. Only existing selections are named. */
  readonly type?: 'controlplane' | 'cluster'
  /** True if its keys are at a different address than its discovery document. */
  readonly hasOtherKeysUrl: boolean
}

/** Configuration of a server's connections to its store and to issuers. */
export interface EgressCase {
  /** At most one entry for each selection; without entries the server has no file. */
  readonly selections: readonly Selection[]
  readonly issuers: readonly Issuer[]
}
