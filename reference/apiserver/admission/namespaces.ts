import { ApiError } from '../../serving/api-error.ts'
import { member } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import type { PluginFactory, PluginServices } from './plugin.ts'

/** Namespaces that always exist. */
export const ownNamespaces = ['default', 'orch-system', 'orch-public', 'orch-node-lease']
const protectedNamespaces = ownNamespaces.slice(0, 3)

const createsInside = ({ operation, resource, namespace }: Proposal) =>
  operation === 'CREATE' && resource.namespaced && namespace !== ''

async function exists({ objects }: PluginServices, namespace: string): Promise<boolean> {
  return ownNamespaces.includes(namespace) || (await objects.get('namespaces', '', namespace)) !== undefined
}

const notFoundError = (namespace: string) =>
  new ApiError(404, `namespaces ${JSON.stringify(namespace)} not found`)

/** Rejects new objects in a missing or terminating namespace, and the deletion of the server's namespaces. */
export const namespaceLifecycle: PluginFactory = (services) => ({
  concerns: (proposal) => createsInside(proposal) || isNamespaceDeletion(proposal),
  async admit(proposal, object) {
    const { namespace, name } = proposal
    if (isNamespaceDeletion(proposal)) {
      if (protectedNamespaces.includes(name)) throw new ApiError(403, `namespaces ${name} may not be deleted`)
      return object
    }
    if (!(await exists(services, namespace))) throw notFoundError(namespace)
    const existingNamespace = await services.objects.get('namespaces', '', namespace)
    const { deletionTimestamp } = member(existingNamespace ?? {}, 'metadata')
    if (
      deletionTimestamp !== undefined ||
      member(existingNamespace ?? {}, 'status')['phase'] === 'Terminating'
    ) {
      throw new ApiError(403, `namespaces ${JSON.stringify(namespace)} is being terminated`)
    }
    return object
  },
})

const isNamespaceDeletion = ({ operation, resource }: Proposal) =>
  operation === 'DELETE' && resource.group === '' && resource.resource === 'namespaces'

/** Rejects new objects in a missing namespace. */
export const namespaceExists: PluginFactory = (services) => ({
  concerns: createsInside,
  async admit({ namespace }, object) {
    if (!(await exists(services, namespace))) throw notFoundError(namespace)
    return object
  },
})

/** Creates a missing namespace. */
export const namespaceAutoProvision: PluginFactory = (services) => ({
  concerns: createsInside,
  async admit({ namespace }, object) {
    if (!(await exists(services, namespace))) {
      await services.create('namespaces', '', { metadata: { name: namespace } })
    }
    return object
  },
})
