import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import { isCreationOf, listOf, type PluginFactory } from './plugin.ts'
import { withContainers } from './pods.ts'

/** Adds the limits of the namespace to containers without limits. */
export const limitRanger: PluginFactory = ({ objects }) => ({
  concerns: isCreationOf('pods'),
  async admit({ namespace }, pod) {
    const ranges = await objects.list('limitranges', namespace)
    const limits = ranges
      .flatMap((range) => listOf(member(range, 'spec'), 'limits'))
      .filter(({ type }) => type === 'Container')
    if (limits.length === 0) return pod
    const defaults = Object.assign({}, ...limits.map((limit) => member(limit, 'default'))) as Json
    const requests = Object.assign({}, ...limits.map((limit) => member(limit, 'defaultRequest'))) as Json
    return withContainers(pod, (container) => {
      const resources = member(container, 'resources')
      const limitsWithDefaults = { ...defaults, ...member(resources, 'limits') }
      const requestsWithDefaults = { ...defaults, ...requests, ...member(resources, 'requests') }
      return {
        ...container,
        resources: { ...resources, limits: limitsWithDefaults, requests: requestsWithDefaults },
      }
    })
  },
})

/** Limits the number of objects in a namespace to its quotas. */
export const resourceQuota: PluginFactory = ({ objects }) => ({
  concerns: ({ operation, resource }) =>
    operation === 'CREATE' && resource.namespaced && resource.resource !== 'resourcequotas',
  async admit(proposal, object) {
    const quotas = await objects.list('resourcequotas', proposal.namespace)
    const hardLimits = quotas.flatMap((quota) => Object.entries(member(member(quota, 'spec'), 'hard')))
    const allowedAmounts = hardLimits
      .filter(([name]) => quotaNames(proposal).includes(name))
      .map(([, limit]) => Number(limit))
    if (allowedAmounts.length === 0) return object
    const existingObjects = await objects.list(proposal.resource.resource, proposal.namespace)
    if (existingObjects.length < Math.min(...allowedAmounts)) return object
    throw new ApiError(403, `${proposal.resource.resource} is forbidden: exceeded quota`)
  },
})

function quotaNames({ resource: { group, resource } }: Proposal): readonly string[] {
  return group === '' ? [resource, `count/${resource}`] : [`count/${resource}.${group}`]
}
