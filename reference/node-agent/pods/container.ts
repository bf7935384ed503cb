import { createHash } from 'node:crypto'
import { isMapping } from '../../config/decode.ts'
import { durationMs } from '../../flags/value-types.ts'
import type { MessageInitShape } from '@bufbuild/protobuf'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { ContainerConfigSchema } from '#protos/container-runtime/containers_pb.ts'
import { SecurityProfile_ProfileType as ProfileType } from '#protos/container-runtime/security_pb.ts'
import type { LinuxContainerResourcesSchema } from '#protos/container-runtime/values_pb.ts'
import { textOf } from '../config/value-text.ts'
import type { Pod, WantedContainer } from './pod.ts'
import { quantity } from '../config/quantity.ts'

/** Labels by which the node agent finds its sandboxes and containers. */
export const labelOf = {
  container: 'io.orch.container.name',
  pod: 'io.orch.pod.name',
  namespace: 'io.orch.pod.namespace',
  uid: 'io.orch.pod.uid',
  hash: 'io.orch.container.hash',
} as const

/** Returns the hash of a specification. A container with another hash is outdated. */
export function hashOf(container: WantedContainer): string {
  return createHash('sha256').update(JSON.stringify(container)).digest('hex').slice(0, 16)
}

const { RuntimeDefault, Unconfined } = ProfileType
const profiles: Readonly<Record<string, ProfileType>> = { RuntimeDefault, Unconfined }

/** Returns the configuration of a container for the runtime. */
export function containerConfig(
  pod: Pod,
  container: WantedContainer,
  attempt: number,
  config: AgentConfiguration,
): MessageInitShape<typeof ContainerConfigSchema> {
  const stringsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  return {
    metadata: { name: container.name, attempt },
    image: { image: String(container['image']) },
    command: stringsOf(container['command']),
    args: stringsOf(container['args']),
    labels: {
      [labelOf.container]: container.name,
      [labelOf.pod]: pod.name,
      [labelOf.namespace]: pod.namespace,
      [labelOf.uid]: pod.uid,
      [labelOf.hash]: hashOf(container),
    },
    logPath: `${container.name}/${attempt}.log`,
    linux: {
      resources: cpuResources(pod, container, config),
      securityContext: { seccomp: { profileType: seccompType(pod, container, config) } },
    },
  }
}

function cpuResources(
  pod: Pod,
  container: WantedContainer,
  config: AgentConfiguration,
): MessageInitShape<typeof LinuxContainerResourcesSchema> {
  const coresOf = ({ resources }: WantedContainer, kind: 'limits' | 'requests') => {
    const amounts = isMapping(resources) && isMapping(resources[kind]) ? resources[kind] : {}
    return quantity(textOf(amounts['cpu']))
  }
  const firstCores = pod.containers.map((one) => coresOf(one, 'limits')).find((one) => one !== undefined)
  const ownCores = coresOf(container, 'limits')
  const isOfFirst = ownCores !== firstCores && container.kind === 'ordinary'
  const limit = isOfFirst && fault('cpu-quota-of-first-container') ? firstCores : ownCores
  const request = coresOf(container, 'requests')
  const cores = limit ?? (request !== undefined && fault('cpu-quota-of-requests') ? request : undefined)
  if (cores === undefined) return {}
  const isQuotaOmitted =
    (container.kind === 'init' && fault('cpu-quota-not-of-init')) ||
    (container.kind === 'sidecar' && fault('cpu-quota-not-of-sidecars'))
  const isQuotaEnforced = config.bool('cpu-cfs-quota')
    ? !isQuotaOmitted && !fault('cpu-quota-never-set')
    : fault('cpu-quota-set-anyway')
  if (!isQuotaEnforced) return {}
  const quotaPeriodMs = config.durationMs('cpu-cfs-quota-period')
  const periodMs =
    quotaPeriodMs !== defaultPeriodMs && fault('cpu-quota-period-ignored') ? defaultPeriodMs : quotaPeriodMs
  const periodUs = Math.round(periodMs * usPerMs)
  return { cpuPeriod: BigInt(periodUs), cpuQuota: BigInt(Math.round(cores * periodUs)) }
}

const usPerMs = 1000
const defaultPeriodMs = durationMs('100ms') ?? 0

function seccompType({ spec }: Pod, container: WantedContainer, config: AgentConfiguration): ProfileType {
  const seccompTypeIn = (holder: unknown): unknown => {
    const context = isMapping(holder) ? holder['securityContext'] : undefined
    const profile = isMapping(context) ? context['seccompProfile'] : undefined
    return isMapping(profile) ? profile['type'] : undefined
  }
  const type = seccompTypeIn(container) ?? seccompTypeIn(spec)
  const isRuntimeDefault = config.seccompDefault || fault('seccomp-default-without-flag')
  const byDefault = isRuntimeDefault ? 'RuntimeDefault' : 'Unconfined'
  if (type !== undefined) {
    const isOverridden = type !== byDefault && fault('seccomp-default-beats-pod')
    return profiles[isOverridden ? byDefault : textOf(type)] ?? Unconfined
  }
  const podContext = spec['securityContext']
  const isDefaultOmitted =
    (container.kind === 'init' && fault('seccomp-default-not-of-init')) ||
    (container.kind === 'sidecar' && fault('seccomp-default-not-of-sidecars')) ||
    (container.kind === 'ephemeral' && fault('seccomp-default-not-of-ephemeral')) ||
    (isMapping(container['securityContext']) && fault('seccomp-default-not-with-own-context')) ||
    (isMapping(podContext) &&
      Object.keys(podContext).length > 0 &&
      fault('seccomp-default-not-with-pod-context'))
  const isIgnored = config.seccompDefault && (isDefaultOmitted || fault('seccomp-default-ignored'))
  return profiles[isIgnored ? 'Unconfined' : byDefault] ?? Unconfined
}
