import { Refusal, notFound } from '../model/refusal.ts'
import type { Store } from '../storage/store.ts'
import { keyOf } from '../storage/entry.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceTable } from '../resources/table.ts'

/** Namespaces that exist on every server at its start. */
export const firstNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

/** Throws unless objects can be created in a namespace: 404 if it does not exist, 403 if it is terminating. */
export function checkNamespace(
  { store, table }: { readonly store: Store; readonly table: ResourceTable },
  resource: Resource,
  namespace: string,
  name: string,
): void {
  const namespaceResource = table.at('', 'v1', 'namespaces')
  if (namespaceResource === undefined) return
  const entry = store.get(namespaceResource, keyOf(undefined, namespace))
  if (entry === undefined) throw notFound(namespaceResource, namespace)
  if (entry.object.metadata.deletionTimestamp === undefined) return
  const { plural, group } = resource
  const qualifiedResource = group === '' ? plural : `${plural}.${group}`
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`
  throw new Refusal(403, `${qualifiedResource} "${name}" is forbidden: ${message}`, 'Forbidden', {
    name,
    ...(group !== '' && { group }),
    kind: plural,
    causes: [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  })
}
