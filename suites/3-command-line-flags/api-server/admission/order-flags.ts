import type { Flags } from '#harness/launch/flags.ts'

export const enable = '--enable-admission-plugins'

export const disable = '--disable-admission-plugins'

/** The lists of the two servers, which differ in their order alone. */
export const lists = {
  enabled: {
    first: 'NamespaceAutoProvision,NamespaceExists',
    last: 'NamespaceExists,NamespaceAutoProvision',
  },
  disabled: { first: 'Priority,ServiceAccount', last: 'ServiceAccount,Priority' },
} as const

/** The flags of a server that has the lists in one order or the other. */
export function orderFlags(order: 'first' | 'last'): Flags {
  return { [enable]: lists.enabled[order], [disable]: lists.disabled[order] }
}
