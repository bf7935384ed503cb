import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'
import { resources } from '../api/resource.ts'
import { type EtcdSettings, etcdStore } from './etcd-store.ts'
import { eventLeases, type Grant } from './event-leases.ts'
import { movedStore, overriddenStore } from './overridden-store.ts'
import { keyPrefix } from './prefix.ts'
import type { Store } from './store.ts'
import { watchCached } from './watch-cache.ts'

/** Creates the storage from flags, connected through the dialer. Throws a Refusal. */
export async function configureStore(flags: FlagValues, { dial }: { readonly dial: Dialer }): Promise<Store> {
  const openStore = async (servers: readonly string[], isOverride = false) => {
    const isDirect = isOverride && dial !== dialDirectly && fault('egress-not-used-for-overrides')
    return etcdStore({ ...(await etcdSettings(servers, flags, isDirect ? dialDirectly : dial)), isOverride })
  }
  const mainStore = await openStore(flags.strings('etcd-servers'))
  const overrides = new Map<string, Store>()
  for (const text of flags.strings('etcd-servers-overrides')) {
    const match = /^([^/#]*)\/([^/#]+)#(.+)$/.exec(text)
    if (match === null) {
      if (fault('etcd-override-form-unchecked')) continue
      throw new Refusal(
        `--etcd-servers-overrides: ${JSON.stringify(text)} is not of the form group/resource#servers`,
      )
    }
    const [, group, resource, serverList = ''] = match
    const servers = serverList.split(';')
    const usedServers =
      servers.length > 1 && fault('only-first-etcd-override-server-used') ? servers.slice(0, 1) : servers
    const overriddenResource = resources.find(
      (storedResource) => storedResource.group === group && storedResource.resource === resource,
    )
    // Custom resources are not overridden.
    if (overriddenResource === undefined && !fault('etcd-override-moves-custom-resources')) continue
    if (fault('etcd-servers-overrides-ignored')) continue
    if (group === '' && fault('etcd-overrides-of-core-group-ignored')) continue
    if (overrides.size > 1 && fault('only-first-two-etcd-overrides-used')) continue
    const resourcePrefix = fault('etcd-override-takes-everything') ? '' : `${groupResource(group, resource)}/`
    // Sequential: there are few overrides.
    const overrideStore = await openStore(usedServers, true)
    const prefix = keyPrefix(flags)
    const isMoved = prefix !== '/registry' && fault('etcd-override-at-default-prefix')
    overrides.set(
      `${prefix}/${resourcePrefix}`,
      isMoved ? movedStore(overrideStore, prefix, '/registry') : overrideStore,
    )
  }
  const store = overrides.size === 0 ? mainStore : overriddenStore(mainStore, overrides)
  return watchCached(store, flags)
}

const groupResource = (group = '', resource = '') => (group === '' ? resource : `${group}/${resource}`)

function usedServersOf(servers: readonly string[]): readonly string[] {
  if (fault('only-first-etcd-server-used')) return servers.slice(0, 1)
  if (fault('first-etcd-server-skipped')) return servers.slice(1)
  if (fault('last-etcd-server-skipped')) return servers.slice(0, -1)
  return servers.length > 2 && fault('middle-etcd-server-skipped')
    ? [servers[0] ?? '', servers.at(-1) ?? '']
    : servers
}

async function etcdSettings(
  servers: readonly string[],
  flags: FlagValues,
  dial: Dialer,
): Promise<Omit<EtcdSettings, 'isOverride'>> {
  const files = {
    caFile: flags.string('etcd-cafile'),
    clientCaFile: flags.string('client-ca-file'),
    certFile: flags.string('etcd-certfile'),
    keyFile: flags.string('etcd-keyfile'),
    leases: (grant: Grant) => eventLeases(flags, grant),
  }
  const usedServers = servers.length > 1 ? usedServersOf(servers) : servers
  if (dial === dialDirectly) return { ...files, servers: usedServers }
  const { relay } = await import('../egress/relay.ts')
  const relayedServers = await Promise.all(
    usedServers.map(async (server) => {
      const { protocol, hostname, port } = new URL(server)
      const relayAddress = await relay(
        dial,
        hostname.replace(/^\[|\]$/g, ''),
        Number(port === '' ? 2379 : port),
      )
      return `${protocol}//${relayAddress}`
    }),
  )
  return { ...files, servers: relayedServers, authority: new URL(usedServers[0] ?? '').host }
}
