/** A taint of `--register-with-taints`. */
export interface Taint {
  readonly key: string
  readonly value: string
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute'
}

/** Invalid entries of a list. */
export const brokenKinds = [
  'a label of the domain',
  'no gate',
  'a gate without a word for on or off',
] as const
export type BrokenKind = (typeof brokenKinds)[number]

/** Lists with which a node agent registers its node. */
export interface NodeCase {
  readonly labels: readonly { readonly key: string; readonly value: string }[]
  readonly taints: readonly Taint[]
  /** Entries of `--feature-gates`. */
  readonly gates: readonly string[]
  readonly broken?: BrokenKind
}
