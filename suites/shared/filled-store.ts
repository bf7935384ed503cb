import type { Etcd, Store } from '#mocks/etcd/index.ts'
import type { Flags } from '#kit/launch.ts'

/** Prefixes of objects that a server creates at its start if they are missing. */
const createdAtStart = [
  'clusterroles',
  'clusterrolebindings',
  'roles',
  'rolebindings',
  'flowschemas',
  'prioritylevelconfigurations',
  'priorityclasses',
].map((kind) => `/registry/${kind}/`)

// Matches flags that do not affect the objects that a server creates at its start. A server with any other flag gets an
// empty store.
const unrelatedFlagPattern =
  /^--(?:anonymous-auth|api-audiences|audit-|authentication-|authorization-|client-ca-file|cors-|goaway-chance|http2-|kubelet-|log|max-|oidc-|orchlet-|permit-|profiling|proxy-client-|request-timeout|requestheader-|service-account-|strict-transport-|tls-|token-auth-file|v$|vmodule)/

let savedStore: Store | undefined

/**
 * Returns the objects that an earlier start of the target's program created, for the store of another server. With
 * these objects, a start needs hundreds of requests fewer.
 */
export function filledStore(flags: Flags = {}): Store | undefined {
  return isUnrelated(flags) ? savedStore : undefined
}

/** Saves the initial objects of the first server of this process. */
export async function saveFilledStore(etcd: Pick<Etcd, 'entries'>, flags: Flags = {}): Promise<void> {
  if (savedStore !== undefined || !isUnrelated(flags)) return
  const createdEntries = createdAtStart.flatMap((prefix) => etcd.entries(prefix))
  if (createdEntries.length === 0) return
  const { Store } = await import('#mocks/etcd/index.ts')
  const store = new Store()
  for (const { key, value } of createdEntries)
    store.write((writing) => writing.put(Buffer.from(key).toString('latin1'), { value }))
  savedStore = store
}

function isUnrelated(flags: Flags): boolean {
  return Object.keys(flags).every((name) => unrelatedFlagPattern.test(name))
}
