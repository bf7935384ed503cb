import { join } from 'node:path'
import type { AgentConfiguration } from './config/configuration.ts'
import { fault } from '../quirks/quirks.ts'
import type { Api } from './node/api.ts'
import { forgetPod, reportState } from './node/api-pods.ts'
import type { Events } from './node/events.ts'
import { Pods } from './pods/pods.ts'
import { Puller } from './pods/puller.ts'
import { forbiddenSysctl } from './pods/sysctls.ts'
import type { CredentialProviders } from './runtime/credential-providers.ts'
import type { Runtime } from './runtime/runtime.ts'
import type { Eviction } from './upkeep/eviction.ts'

/** Services for the pods of the node. */
export interface PodParts {
  readonly runtime: Runtime
  readonly config: AgentConfiguration
  readonly providers: CredentialProviders
  readonly eviction: Eviction
  readonly rootDir: string
  readonly maxPods: number
  readonly api: Api | undefined
  readonly events: Events | undefined
  readonly say: (line: string) => void
}

/** Creates the manager of the node's pods. Their state is reported to the API server if the agent has one. */
export function makePods(parts: PodParts): Pods {
  const { runtime, config, providers, eviction, api, events, say, rootDir, maxPods } = parts
  const puller = new Puller(runtime, config, providers)
  return new Pods(
    { runtime, puller, config, logs: join(rootDir, 'logs') },
    {
      say,
      admission: (pod, otherPodCount) => {
        if (otherPodCount >= maxPods && pod.source === 'api' && !fault('too-many-pods-accepted'))
          return { reason: 'OutOfpods', message: 'the node has as many pods as it takes' }
        const sysctl = forbiddenSysctl(pod, config)
        if (sysctl !== undefined) return { reason: 'SysctlForbidden', message: `${sysctl} is not permitted` }
        return eviction.rejection(pod)
      },
      onState: (pod, state) => {
        const { name, namespace, uid } = pod
        events?.tell(
          { kind: 'Pod', name, namespace, uid },
          state.reason ?? state.phase,
          state.message ?? state.phase,
        )
        if (api !== undefined) void reportState(api, pod, state).catch((error) => say(String(error)))
      },
      onGone: (pod) => {
        if (api !== undefined) void forgetPod(api, pod).catch((error) => say(String(error)))
      },
    },
  )
}
