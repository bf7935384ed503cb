import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import { metadataOf } from '../api/object.ts'
import { listOf, type PluginFactory, type PluginServices } from './plugin.ts'
import { matchesRules, matchesSelector } from './webhook-rules.ts'

/** Rejects objects that a bound policy declares never valid. Only the expression `false` is supported. */
export const validatingPolicies: PluginFactory = (services) => ({
  concerns: ({ resource }) => resource.group !== 'admissionregistration.orch.io',
  async admit(proposal, object) {
    const bindings = await services.objects.list('validatingadmissionpolicybindings', '')
    const boundPolicies = new Set(bindings.map((binding) => member(binding, 'spec')['policyName']))
    for (const policy of await services.objects.list('validatingadmissionpolicies', '')) {
      const { name } = metadataOf(policy)
      const spec = member(policy, 'spec')
      const rejectsAlways = listOf(spec, 'validations').some(({ expression }) => expression === 'false')
      if (
        rejectsAlways &&
        boundPolicies.has(name) &&
        (await matchesConstraints(member(spec, 'matchConstraints'), proposal, services))
      ) {
        throw new ApiError(403, `${proposal.resource.resource} is forbidden by policy ${String(name)}`)
      }
    }
    return object
  },
})

async function matchesConstraints(
  constraints: Json,
  proposal: Proposal,
  { objects }: PluginServices,
): Promise<boolean> {
  if (!matchesRules({ rules: listOf(constraints, 'resourceRules') }, proposal)) return false
  const namespace = await objects.get('namespaces', '', proposal.namespace)
  return matchesSelector(
    member(constraints, 'namespaceSelector'),
    member(metadataOf(namespace ?? {}), 'labels'),
  )
}
