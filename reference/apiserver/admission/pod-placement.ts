import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { isCreationOf, listOf, type PluginFactory, type PluginServices, withSpec } from './plugin.ts'

const annotationPrefix = 'scheduler.alpha.orch.io'

async function readAnnotation(
  { objects }: PluginServices,
  namespace: string,
  name: string,
): Promise<string | undefined> {
  const podNamespace = await objects.get('namespaces', '', namespace)
  const value = member(member(podNamespace ?? {}, 'metadata'), 'annotations')[`${annotationPrefix}/${name}`]
  return typeof value === 'string' ? value : undefined
}

/** Restricts pods to the nodes that their namespace or the configuration selects. */
export const podNodeSelector: PluginFactory = (services) => {
  const clusterConfig = member(services.config ?? {}, 'podNodeSelectorPluginConfig')
  return {
    concerns: isCreationOf('pods'),
    async admit({ namespace }, pod) {
      const { clusterDefaultNodeSelector } = clusterConfig
      const fallback = typeof clusterDefaultNodeSelector === 'string' ? clusterDefaultNodeSelector : ''
      const selector = parseLabels((await readAnnotation(services, namespace, 'node-selector')) ?? fallback)
      const podSelector = member(member(pod, 'spec'), 'nodeSelector')
      const conflict = Object.entries(selector).find(
        ([key, value]) => key in podSelector && podSelector[key] !== value,
      )
      if (conflict !== undefined) {
        throw new ApiError(403, `pods is forbidden: the node selector of ${namespace} says otherwise`)
      }
      if (Object.keys(selector).length === 0) return pod
      return withSpec(pod, (spec) => ({ ...spec, nodeSelector: { ...podSelector, ...selector } }))
    },
  }
}

/** Applies the tolerations of the namespace to pods. */
export const podTolerationRestriction: PluginFactory = (services) => ({
  concerns: isCreationOf('pods'),
  async admit({ namespace }, pod) {
    const text = await readAnnotation(services, namespace, 'defaultTolerations')
    if (text === undefined) return pod
    const defaults = JSON.parse(text) as Json[]
    return withSpec(pod, (spec) => ({ ...spec, tolerations: [...listOf(spec, 'tolerations'), ...defaults] }))
  },
})

function parseLabels(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => pair.split('=').map((part) => part.trim()) as [string, string]),
  )
}
