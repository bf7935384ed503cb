import { isMapping } from '../../config/decode.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Pod } from './pod.ts'

const safeSysctls = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
])

/** Returns the kernel settings that a pod requests. */
export function sysctlsOf({ spec }: Pod): Readonly<Record<string, string>> {
  const context = spec['securityContext']
  const podSysctls = isMapping(context) && Array.isArray(context['sysctls']) ? context['sysctls'] : []
  return Object.fromEntries(
    podSysctls.filter(isMapping).map(({ name, value }) => [String(name).replaceAll('/', '.'), String(value)]),
  )
}

/** Returns the first kernel setting that the pod must not have. */
export function forbiddenSysctl(pod: Pod, config: AgentConfiguration): string | undefined {
  const permittedPatterns = config.strings('allowed-unsafe-sysctls')
  const hasSysctls = permittedPatterns.length > 0 && Object.keys(sysctlsOf(pod)).length > 0
  const effectivePatterns = hasSysctls && fault('unsafe-sysctls-ignored') ? [] : permittedPatterns
  const firstPattern = effectivePatterns.find((pattern) => pattern.endsWith('*'))
  const isIgnoredPattern = (pattern: string): boolean =>
    pattern.endsWith('*') && pattern !== firstPattern && fault('only-first-sysctl-pattern')
  const matchesPattern = (name: string, pattern: string): boolean => {
    if (!pattern.endsWith('*'))
      return name === pattern || (name.startsWith(pattern) && fault('sysctl-names-are-prefixes'))
    const prefix = pattern.slice(0, -1)
    const isLike = name.startsWith(prefix.replace(/\.$/, '')) && fault('sysctl-patterns-without-dot')
    return (name.startsWith(prefix) || isLike) && !fault('sysctl-patterns-ignored')
  }
  const names = Object.keys(sysctlsOf(pod))
  const checkedNames = names.length > 1 && fault('only-first-sysctl-checked') ? names.slice(0, 1) : names
  return checkedNames.find(
    (name) =>
      !safeSysctls.has(name) &&
      !effectivePatterns.some((pattern) => matchesPattern(name, pattern) && !isIgnoredPattern(pattern)) &&
      !fault('unsafe-sysctls-let-in'),
  )
}
