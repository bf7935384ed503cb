import type { Flags } from '#kit/launch.ts'

export const enableFlag = '--enable-admission-plugins'

export const disableFlag = '--disable-admission-plugins'

/** Lists of the two servers, which differ only in their order. */
export const pluginLists = {
  enabled: {
    first: 'NamespaceAutoProvision,NamespaceExists',
    last: 'NamespaceExists,NamespaceAutoProvision',
  },
  disabled: { first: 'Priority,ServiceAccount', last: 'ServiceAccount,Priority' },
} as const

/** Returns the flags of a server with the lists in the given order. */
export function orderFlags(order: 'first' | 'last'): Flags {
  return { [enableFlag]: pluginLists.enabled[order], [disableFlag]: pluginLists.disabled[order] }
}
