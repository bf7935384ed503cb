import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { creates, isCore, listOf, type PluginFactory, withSpec } from './plugin.ts'
import { fault } from '../../quirks/quirks.ts'

const containerLists = ['initContainers', 'containers', 'ephemeralContainers']

/** Returns a pod with each of its containers changed. */
export function withContainers(pod: Json, change: (container: Json) => Json): Json {
  return withSpec(pod, (spec) => {
    const lists = containerLists.filter((name) => Array.isArray(spec[name]))
    return { ...spec, ...Object.fromEntries(lists.map((name) => [name, listOf(spec, name).map(change)])) }
  })
}

/** Returns all containers of a pod. */
export function containersOf(pod: Json): readonly Json[] {
  return containerLists.flatMap((name) => listOf(member(pod, 'spec'), name))
}

/** Sets the pull policy of all images to Always. */
export const alwaysPullImages: PluginFactory = () => ({
  concerns: (proposal) => isCore('pods')(proposal) && proposal.operation !== 'DELETE',
  admit: (_, pod) => withContainers(pod, (container) => ({ ...container, imagePullPolicy: 'Always' })),
})

/** Adds tolerations that keep pods for some seconds on nodes that are not ready or unreachable. */
export const defaultTolerationSeconds: PluginFactory = ({ flags }) => {
  const seconds = (condition: 'not-ready' | 'unreachable') => {
    const flag = `default-${condition === 'not-ready' ? 'not-ready' : 'unreachable'}-toleration-seconds`
    const given = flags.number(flag) ?? 300
    if (!flags.isSet(flag)) return fault(`${condition}-toleration-default-differs`) ? 60 : given
    return given !== 300 && fault(`${condition}-toleration-flag-ignored`) ? 300 : given
  }
  return {
    concerns: creates('pods'),
    admit: (_, pod) =>
      withSpec(pod, (spec) => {
        const tolerations = listOf(spec, 'tolerations')
        const hasOther = (key: string) =>
          tolerations.some(
            (each) => /\/(not-ready|unreachable)$/.test(String(each['key'])) && each['key'] !== key,
          )
        const added = (['not-ready', 'unreachable'] as const).flatMap((condition) => {
          const key = `node.orch.io/${condition}`
          const own = tolerations.some(
            (each) =>
              (each['key'] === key || each['key'] === undefined || each['key'] === '') &&
              (each['effect'] === 'NoExecute' || each['effect'] === undefined || each['effect'] === ''),
          )
          if (own && !fault(`${condition}-toleration-added-twice`)) return []
          if (!own && hasOther(key) && fault(`${condition}-toleration-only-if-none`)) return []
          return [{ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: seconds(condition) }]
        })
        return { ...spec, tolerations: [...tolerations, ...added] }
      }),
  }
}

/** Requires that pods run as an existing service account. */
export const serviceAccount: PluginFactory = ({ objects }) => ({
  concerns: creates('pods'),
  async admit({ namespace }, pod) {
    const { serviceAccountName: given } = member(pod, 'spec')
    const name = typeof given === 'string' && given !== '' ? given : 'default'
    if ((await objects.get('serviceaccounts', namespace, name)) === undefined) {
      throw new ApiError(403, `pods is forbidden: service account ${namespace}/${name} was not found`)
    }
    return withSpec(pod, (spec) => ({ ...spec, serviceAccountName: name }))
  },
})

/** Sets the number of the priority class on pods. */
export const priority: PluginFactory = ({ objects }) => ({
  concerns: creates('pods'),
  async admit(_, pod) {
    const { priorityClassName } = member(pod, 'spec')
    const named = typeof priorityClassName === 'string' && priorityClassName !== ''
    const found = named ? await objects.get('priorityclasses', '', priorityClassName) : undefined
    const builtIn = String(priorityClassName).startsWith('system-') ? 2_000_000_000 : undefined
    if (named && found === undefined && builtIn === undefined) {
      throw new ApiError(403, `pods is forbidden: no priority class is named ${priorityClassName}`)
    }
    return withSpec(pod, (spec) => ({ ...spec, priority: found?.['value'] ?? builtIn ?? 0 }))
  },
})

/** Requires that the runtime class of a pod exists. */
export const runtimeClass: PluginFactory = ({ objects }) => ({
  concerns: creates('pods'),
  async admit(_, pod) {
    const { runtimeClassName: name } = member(pod, 'spec')
    if (typeof name === 'string' && (await objects.get('runtimeclasses', '', name)) === undefined) {
      throw new ApiError(403, `pods is forbidden: no runtime class is named ${name}`)
    }
    return pod
  },
})

/** Permits anti-affinity of pods by host only. */
export const limitPodHardAntiAffinityTopology: PluginFactory = () => ({
  concerns: creates('pods'),
  admit(_, pod) {
    const affinity = member(member(member(pod, 'spec'), 'affinity'), 'podAntiAffinity')
    const required = listOf(affinity, 'requiredDuringSchedulingIgnoredDuringExecution')
    if (required.some(({ topologyKey }) => topologyKey !== 'orch.io/hostname')) {
      throw new ApiError(403, 'pods is forbidden: required anti-affinity must be about hosts')
    }
    return pod
  },
})

/** Adds tolerations for taints that are named like the extended resources of a pod. */
export const extendedResourceToleration: PluginFactory = () => ({
  concerns: creates('pods'),
  admit: (_, pod) =>
    withSpec(pod, (spec) => {
      const wanted = containersOf(pod).flatMap((container) =>
        Object.keys(member(member(container, 'resources'), 'requests')),
      )
      const extended = [...new Set(wanted)].filter((name) => name.includes('/') && !name.includes('orch.io/'))
      const added = extended.map((key) => ({ key, operator: 'Exists' }))
      return added.length === 0 ? spec : { ...spec, tolerations: [...listOf(spec, 'tolerations'), ...added] }
    }),
})
