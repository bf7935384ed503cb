import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { isCreationOf, listOf, type PluginFactory } from './plugin.ts'
import { containersOf } from './pods.ts'

const enforceLabel = 'pod-security.orch.io/enforce'

/** Restricts pods to the level of their namespace or of the configuration: privileged, baseline or restricted. */
export const podSecurity: PluginFactory = ({ config, objects }) => {
  const fallback = member(config ?? {}, 'defaults')['enforce']
  return {
    concerns: isCreationOf('pods'),
    async admit({ namespace }, pod) {
      const podNamespace = await objects.get('namespaces', '', namespace)
      const level =
        member(member(podNamespace ?? {}, 'metadata'), 'labels')[enforceLabel] ?? fallback ?? 'privileged'
      const problem = level === 'privileged' ? undefined : violationOf(pod, level === 'restricted')
      if (problem === undefined) return pod
      throw new ApiError(403, `pods is forbidden: violates PodSecurity ${JSON.stringify(level)}: ${problem}`)
    },
  }
}

function violationOf(pod: Json, restricted: boolean): string | undefined {
  const spec = member(pod, 'spec')
  if (['hostNetwork', 'hostPID', 'hostIPC'].some((name) => spec[name] === true)) return 'host namespaces'
  if (listOf(spec, 'volumes').some((volume) => volume['hostPath'] !== undefined)) return 'hostPath volumes'
  for (const container of containersOf(pod)) {
    const context = member(container, 'securityContext')
    if (context['privileged'] === true) return 'privileged'
    if (!restricted) continue
    if (context['allowPrivilegeEscalation'] !== false) return 'allowPrivilegeEscalation != false'
    const runAsNonRoot = context['runAsNonRoot'] ?? member(spec, 'securityContext')['runAsNonRoot']
    if (runAsNonRoot !== true) return 'runAsNonRoot != true'
  }
  return undefined
}
