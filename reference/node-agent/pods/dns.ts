import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Pod } from './pod.ts'

const defaultPath = '/etc/resolv.conf'
const clusterPolicies: ReadonlySet<unknown> = new Set(['ClusterFirst', 'ClusterFirstWithHostNet'])

/** DNS settings of a sandbox. */
export interface Dns {
  readonly servers: string[]
  readonly searches: string[]
  readonly options: string[]
}

/** Returns the DNS settings of the containers of a pod. */
export function dnsOf({ spec, namespace }: Pod, config: AgentConfiguration): Dns {
  const host = nodeDns(config)
  const clusterDns = config.strings('cluster-dns')
  const servers = clusterDns.length > 0 && fault('cluster-dns-ignored') ? [] : serversOf(clusterDns)
  const policy = spec['dnsPolicy'] ?? 'ClusterFirst'
  if (servers.length === 0) return host
  if (!clusterPolicies.has(policy) && !fault('cluster-dns-for-all')) return host
  const domain = config.string('cluster-domain')
  const isOmitted = spec['hostNetwork'] === true && fault('cluster-domain-not-on-host-network')
  const clusterSearches =
    domain === '' || isOmitted || fault('cluster-domain-ignored')
      ? []
      : [`${namespace}.svc.${domain}`, `svc.${domain}`, domain]
  return { servers: [...servers], searches: [...clusterSearches, ...host.searches], options: ['ndots:5'] }
}

function serversOf(clusterDns: readonly string[]): readonly string[] {
  const ofFirstFamily = clusterDns.filter((server) => isIP(server) === isIP(clusterDns[0] ?? ''))
  const isReduced = ofFirstFamily.length < clusterDns.length && fault('cluster-dns-of-first-family-alone')
  return isReduced ? ofFirstFamily : clusterDns
}

function nodeDns(config: AgentConfiguration): Dns {
  const path = config.string('resolv-conf')
  const [podDns, defaultDns] = [
    shortenLists(hostDns(path)),
    existsSync(defaultPath) ? hostDns(defaultPath) : undefined,
  ]
  const isChanged = defaultDns !== undefined && JSON.stringify(podDns) !== JSON.stringify(defaultDns)
  return isChanged && fault('resolv-conf-ignored') ? defaultDns : podDns
}

function shortenLists({ servers, searches, options }: Dns): Dns {
  const firstOrAll = (list: string[], onlyFirst: boolean) => (onlyFirst ? list.slice(0, 1) : list)
  return {
    servers: firstOrAll(servers, servers.length > 1 && fault('resolv-conf-first-server-only')),
    searches: firstOrAll(searches, searches.length > 1 && fault('resolv-conf-first-search-only')),
    options: firstOrAll(options, options.length > 1 && fault('resolv-conf-first-option-only')),
  }
}

function hostDns(path: string): Dns {
  const dns: Dns = { servers: [], searches: [], options: [] }
  if (path === '') return dns
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [keyword, ...values] = line.trim().split(/\s+/)
    if (keyword === 'nameserver') dns.servers.push(...values)
    if (keyword === 'search') dns.searches.splice(0, Infinity, ...values)
    if (keyword === 'options') dns.options.push(...values)
  }
  return dns
}
