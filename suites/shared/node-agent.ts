import { inject } from 'vitest'
import { currentCheck, HarnessError, hasAbility, launching } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import type { AgentPorts, NodeAgent, NodeAgentOptions } from '#harness/programs/node-agent.ts'
import { attemptNodeAgent } from '#harness/programs/start-node-agent.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { type ContainerRuntime, startContainerRuntime } from '#mocks/container-runtime/index.ts'
import { targetDialect } from './dialect.ts'

/** Settings of a check for a node agent, in addition to the defaults. Each agent has a separate container runtime. */
export interface AgentSpec {
  readonly flags?: Flags | ((runtime: ContainerRuntime, ports: AgentPorts) => Flags)
  readonly env?: Readonly<Record<string, string>>
  /** The API server that the agent registers with. Without an API server, the agent runs standalone. */
  readonly api?: ApiServer
  readonly healthAddress?: NodeAgentOptions['healthAddress']
  readonly opens?: NodeAgentOptions['opens']
  /** Changes of the machine, for which the program gets separate file systems, including a small one for its files. */
  readonly host?: NodeAgentOptions['host']
  /** Prepares the runtime before the program runs. */
  readonly prepare?: (runtime: ContainerRuntime) => void
  /** Called with the agent and its runtime once the program has started. */
  readonly onSpawned?: (agent: NodeAgent, runtime: ContainerRuntime) => void
}

/** Starts of node agents in checks. */
export const {
  start: startAgent,
  shared: sharedAgent,
  outcome: agentOutcome,
  sharedOutcome: sharedAgentOutcome,
  expectAccepted: expectAgentAccepted,
  expectRefusal: expectAgentRefusal,
} = launching<AgentSpec, NodeAgent>({
  try: async (spec, withinMs, pace) => {
    const { api, prepare, onSpawned, flags = {}, ...rest } = spec
    const mounts = privateMounts(spec)
    const runtime = await startContainerRuntime()
    prepare?.(runtime)
    const options: NodeAgentOptions = {
      ...rest,
      settings: inject('settings'),
      mounts,
      onSpawned: (agent) => {
        runtime.containers.filesUnder = agent.hostPathOf('/').replace(/\/$/, '')
        onSpawned?.(agent, runtime)
      },
      flags: (ports) => ({
        '--container-runtime-endpoint': { path: runtime.url },
        ...(api && apiFlags(api)),
        ...(typeof flags === 'function' ? flags(runtime, ports) : flags),
      }),
      peers: api === undefined ? [runtime] : [runtime, api],
      waitsFor: () =>
        runtime.asked('Status').length > 0 ? undefined : 'it did not ask the container runtime how it is',
    }
    try {
      return { attempt: await attemptNodeAgent(options, withinMs, pace), release: () => runtime.stop() }
    } catch (thrown) {
      await runtime.stop()
      throw thrown
    }
  },
})

function apiFlags(api: ApiServer): Flags {
  return {
    '--orchconfig': file('client.yaml', api.clientConfiguration(), { verbatim: true }),
    '--orch-api-content-type': 'application/json',
  }
}

/**
 * Returns the mounts that the target's node agent or the check needs. The check is not applicable if the machine does
 * not support them.
 */
function privateMounts({ host }: AgentSpec): NodeAgentOptions['mounts'] {
  const needsPrivateMounts = targetDialect().programs['node-agent'].needs.includes('private-mounts')
  if (!needsPrivateMounts && host === undefined) return undefined
  const replacedFiles = host?.files ?? host?.cgroups
  if (replacedFiles !== undefined && inject('settings').target.programs['node-agent']?.ownMounts === true)
    throw new HarnessError(
      'not-applicable',
      'The command of the node agent gives it mounts of its own (programs.node-agent.ownMounts), so files of the machine cannot be replaced for it.',
    )
  // Refusals require root like their accepted case, which needs mounts.
  if (host?.cgroups !== undefined) currentCheck().needsHost('mount-namespace')
  if (hasAbility('mount-namespace')) return 'root'
  currentCheck().needsHost('user-namespace')
  return 'user'
}
