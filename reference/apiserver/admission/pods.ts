import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { isCreationOf, isCore, listOf, type PluginFactory, withSpec } from './plugin.ts'
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
  const tolerationSeconds = (condition: 'not-ready' | 'unreachable') => {
    const flag = `default-${condition === 'not-ready' ? 'not-ready' : 'unreachable'}-toleration-seconds`
    const flagSeconds = flags.number(flag) ?? 300
    if (!flags.isSet(flag)) return fault(`${condition}-toleration-default-differs`) ? 60 : flagSeconds
    if (flagSeconds === 0 && fault(`${condition}-toleration-zero-ignored`)) return 300
    return flagSeconds !== 300 && fault(`${condition}-toleration-flag-ignored`) ? 300 : flagSeconds
  }
  return {
    concerns: isCreationOf('pods'),
    admit: (_, pod) =>
      withSpec(pod, (spec) => {
        const tolerations = listOf(spec, 'tolerations')
        const hasOther = (key: string) =>
          tolerations.some(
            (toleration) =>
              /\/(not-ready|unreachable)$/.test(String(toleration['key'])) && toleration['key'] !== key,
          )
        const addedTolerations = (['not-ready', 'unreachable'] as const).flatMap((condition) => {
          const key = `node.orch.io/${condition}`
          const hasOwnToleration = tolerations.some(
            (toleration) =>
              (toleration['key'] === key || toleration['key'] === undefined || toleration['key'] === '') &&
              (toleration['effect'] === 'NoExecute' ||
                toleration['effect'] === undefined ||
                toleration['effect'] === ''),
          )
          if (hasOwnToleration && !fault(`${condition}-toleration-added-twice`)) return []
          const hasOtherEffect =
            !hasOwnToleration && tolerations.some((toleration) => toleration['key'] === key)
          if (hasOtherEffect && fault(`${condition}-toleration-effect-ignored`)) return []
          if (!hasOwnToleration && hasOther(key) && fault(`${condition}-toleration-only-if-none`)) return []
          return [
            { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: tolerationSeconds(condition) },
          ]
        })
        return { ...spec, tolerations: [...tolerations, ...addedTolerations] }
      }),
  }
}

/** Requires that pods run as an existing service account. */
export const serviceAccount: PluginFactory = ({ objects }) => ({
  concerns: isCreationOf('pods'),
  async admit({ namespace }, pod) {
    const { serviceAccountName: accountName } = member(pod, 'spec')
    const name = typeof accountName === 'string' && accountName !== '' ? accountName : 'default'
    if ((await objects.get('serviceaccounts', namespace, name)) === undefined) {
      throw new ApiError(403, `pods is forbidden: service account ${namespace}/${name} was not found`)
    }
    return withSpec(pod, (spec) => ({ ...spec, serviceAccountName: name }))
  },
})

/** Sets the number of the priority class on pods. */
export const priority: PluginFactory = ({ objects }) => ({
  concerns: isCreationOf('pods'),
  async admit(_, pod) {
    const { priorityClassName } = member(pod, 'spec')
    const hasClassName = typeof priorityClassName === 'string' && priorityClassName !== ''
    const priorityClass = hasClassName
      ? await objects.get('priorityclasses', '', priorityClassName)
      : undefined
    const builtInPriority = String(priorityClassName).startsWith('system-') ? 2_000_000_000 : undefined
    if (hasClassName && priorityClass === undefined && builtInPriority === undefined) {
      throw new ApiError(403, `pods is forbidden: no priority class is named ${priorityClassName}`)
    }
    return withSpec(pod, (spec) => ({ ...spec, priority: priorityClass?.['value'] ?? builtInPriority ?? 0 }))
  },
})

/** Requires that the runtime class of a pod exists. */
export const runtimeClass: PluginFactory = ({ objects }) => ({
  concerns: isCreationOf('pods'),
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
  concerns: isCreationOf('pods'),
  admit(_, pod) {
    const affinity = member(member(member(pod, 'spec'), 'affinity'), 'podAntiAffinity')
    const requiredTerms = listOf(affinity, 'requiredDuringSchedulingIgnoredDuringExecution')
    if (requiredTerms.some(({ topologyKey }) => topologyKey !== 'orch.io/hostname')) {
      throw new ApiError(403, 'pods is forbidden: required anti-affinity must be about hosts')
    }
    return pod
  },
})

/** Adds tolerations for taints that are named like the extended resources of a pod. */
export const extendedResourceToleration: PluginFactory = () => ({
  concerns: isCreationOf('pods'),
  admit: (_, pod) =>
    withSpec(pod, (spec) => {
      const requestedNames = containersOf(pod).flatMap((container) =>
        Object.keys(member(member(container, 'resources'), 'requests')),
      )
      const extendedResources = [...new Set(requestedNames)].filter(
        (name) => name.includes('/') && !name.includes('orch.io/'),
      )
      const addedTolerations = extendedResources.map((key) => ({ key, operator: 'Exists' }))
      return addedTolerations.length === 0
        ? spec
        : { ...spec, tolerations: [...listOf(spec, 'tolerations'), ...addedTolerations] }
    }),
})
