/** A node, with the fields that checks read. */
export interface NodeObject {
  readonly metadata?: { readonly name?: string; readonly annotations?: Readonly<Record<string, string>> }
  readonly spec?: { readonly taints?: readonly { readonly key: string }[] }
  readonly status?: {
    readonly capacity?: Resources
    readonly allocatable?: Resources
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    readonly addresses?: readonly { readonly type: string; readonly address: string }[]
    readonly images?: readonly object[]
    readonly nodeInfo?: Readonly<Record<string, string>>
  }
}

type Resources = Readonly<Partial<Record<'cpu' | 'memory' | 'pods' | 'ephemeral-storage', string>>>

const suffixes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
}

/** Returns the bytes of a quantity; `NaN` for an invalid quantity. */
export function bytesOf(text: string | undefined): number {
  const [, number, suffix = ''] = /^(\d+)(k|M|G|Ki|Mi|Gi)?$/.exec(text ?? '') ?? []
  return Number(number) * (suffixes[suffix] ?? Number.NaN)
}

/** Returns the cores of a quantity; `NaN` for an invalid quantity. */
export function coresOf(text: string | undefined): number {
  const [, number, isMilli] = /^(\d+)(m)?$/.exec(text ?? '') ?? []
  return isMilli === undefined ? Number(number) : Number(number) / 1000
}
