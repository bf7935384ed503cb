import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { metadataOf } from '../api/object.ts'
import { isCreationOf, isCore, listOf, type PluginFactory, withSpec } from './plugin.ts'

/**
 * Rejects every change. If only a fault enables the plugin, it rejects only new cluster roles, so that everything else
 * can still be checked.
 */
export const alwaysDeny: PluginFactory = ({ flags }) => {
  const isListed = flags.strings('enable-admission-plugins').includes('AlwaysDeny')
  return {
    concerns: ({ operation, resource }) =>
      isListed || (operation === 'CREATE' && resource.resource === 'clusterroles'),
    admit(): never {
      throw new ApiError(403, 'denying all modifications')
    },
  }
}

/** Taints new nodes until they are ready. */
export const taintNodesByCondition: PluginFactory = () => ({
  concerns: isCreationOf('nodes'),
  admit: (_, node) =>
    withSpec(node, (spec) => {
      const taint = { key: 'node.orch.io/not-ready', effect: 'NoSchedule' }
      return { ...spec, taints: [...listOf(spec, 'taints'), taint] }
    }),
})

/** Adds the finalizers that keep claims and volumes while they are in use. */
export const storageObjectInUseProtection: PluginFactory = () => ({
  concerns: (proposal) =>
    isCreationOf('persistentvolumeclaims')(proposal) || isCreationOf('persistentvolumes')(proposal),
  admit({ resource }, object) {
    const name = resource.resource === 'persistentvolumes' ? 'pv' : 'pvc'
    const metadata = metadataOf(object)
    const finalizers = Array.isArray(metadata['finalizers']) ? (metadata['finalizers'] as string[]) : []
    return { ...object, metadata: { ...metadata, finalizers: [...finalizers, `orch.io/${name}-protection`] } }
  },
})

const isDefault = (key: string) => (object: Json) => member(metadataOf(object), 'annotations')[key] === 'true'

/** Sets the default class on claims without a class. */
export const defaultStorageClass: PluginFactory = ({ objects }) => ({
  concerns: isCreationOf('persistentvolumeclaims'),
  async admit(_, claim) {
    if (member(claim, 'spec')['storageClassName'] !== undefined) return claim
    const classes = await objects.list('storageclasses', '')
    const defaultClass = classes.find(isDefault('storageclass.orch.io/is-default-class'))
    if (defaultClass === undefined) return claim
    return withSpec(claim, (spec) => ({ ...spec, storageClassName: metadataOf(defaultClass)['name'] }))
  },
})

/** Sets the default class on ingresses without a class. */
export const defaultIngressClass: PluginFactory = ({ objects }) => ({
  concerns: ({ operation, resource }) => operation === 'CREATE' && resource.resource === 'ingresses',
  async admit(_, ingress) {
    if (member(ingress, 'spec')['ingressClassName'] !== undefined) return ingress
    const classes = await objects.list('ingressclasses', '')
    const defaultClass = classes.find(isDefault('ingressclass.orch.io/is-default-class'))
    if (defaultClass === undefined) return ingress
    return withSpec(ingress, (spec) => ({ ...spec, ingressClassName: metadataOf(defaultClass)['name'] }))
  },
})

/** Rejects requests for a client certificate of the administrators' group. */
export const certificateSubjectRestriction: PluginFactory = () => ({
  concerns: ({ operation, resource }) =>
    operation === 'CREATE' && resource.resource === 'certificatesigningrequests',
  admit(_, object) {
    const { signerName, request } = member(object, 'spec')
    const pem = Buffer.from(String(request), 'base64').toString('utf8')
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
    if (signerName !== 'orch.io/orch-apiserver-client' || !der.includes('system:masters')) return object
    throw new ApiError(403, 'certificatesigningrequests is forbidden: system:masters may not be asked for')
  },
})

/** Permits the growth of a claim only if its class permits it. */
export const persistentVolumeClaimResize: PluginFactory = ({ objects }) => ({
  concerns: (proposal) => isCore('persistentvolumeclaims')(proposal) && proposal.operation === 'UPDATE',
  async admit({ before }, claim) {
    const requestedStorage = (object: Json) =>
      member(member(member(object, 'spec'), 'resources'), 'requests')['storage']
    if (requestedStorage(before ?? {}) === requestedStorage(claim)) return claim
    const { storageClassName } = member(claim, 'spec')
    const storageClass =
      typeof storageClassName === 'string'
        ? await objects.get('storageclasses', '', storageClassName)
        : undefined
    if (storageClass?.['allowVolumeExpansion'] === true) return claim
    throw new ApiError(403, 'persistentvolumeclaims is forbidden: its class does not permit that it grows')
  },
})

/** Rejects new external addresses of services. */
export const denyServiceExternalIps: PluginFactory = () => ({
  concerns: (proposal) => isCore('services')(proposal) && proposal.operation !== 'DELETE',
  admit({ before }, service) {
    const knownAddresses = externalAddresses(before ?? {})
    if (externalAddresses(service).every((address) => knownAddresses.includes(address))) return service
    throw new ApiError(403, 'services is forbidden: external addresses are not allowed')
  },
})

function externalAddresses(service: Json): readonly unknown[] {
  const { externalIPs } = member(service, 'spec')
  return Array.isArray(externalIPs) ? (externalIPs as unknown[]) : []
}

/** Restricts nodes to changes of themselves and their own pods. */
export const nodeRestriction: PluginFactory = () => ({
  concerns: (proposal) =>
    proposal.user.groups.includes('system:nodes') && (isCore('nodes')(proposal) || isCore('pods')(proposal)),
  admit({ user, resource, name, before }, object) {
    const node = user.username.replace(/^system:node:/, '')
    const owner = resource.resource === 'nodes' ? name : member(before ?? object, 'spec')['nodeName']
    if (owner === node) return object
    throw new ApiError(403, `${resource.resource} is forbidden: node ${node} may change only its own`)
  },
})

/** Limits the rate of events for the whole server. */
export const eventRateLimit: PluginFactory = ({ config }) => {
  const limits = listOf(config ?? {}, 'limits').map(({ qps, burst }) => ({
    qps: Number(qps ?? 0),
    burst: Number(burst ?? 0),
    held: Number(burst ?? 0),
    at: performance.now(),
  }))
  return {
    concerns: isCreationOf('events'),
    admit(_, event) {
      for (const limit of limits) {
        const nowMs = performance.now()
        limit.held = Math.min(limit.burst, limit.held + ((nowMs - limit.at) / 1000) * limit.qps)
        limit.at = nowMs
        if (limit.held < 1) throw new ApiError(429, 'too many events')
        limit.held -= 1
      }
      return event
    },
  }
}
