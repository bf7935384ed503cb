import type { Start } from '../../program/program.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { messageOf } from '../config/value-text.ts'
import type { Api } from './api.ts'
import { keepLease } from './lease.ts'
import { type NodeFacts, statusOf } from './status.ts'
import { reportStatus } from './report-status.ts'

/** Settings of a node that reports its state to the API server. */
export interface NodeSettings {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Returns the current data to report. */
  readonly facts: () => Promise<NodeFacts>
}

const retryMs = 500
const defaultMs = 10_000
const attachDetach = 'volumes.orch.io/controller-managed-attach-detach'
const cloudTaint = {
  key: 'node.cloudprovider.orch.io/uninitialized',
  value: 'true',
  effect: 'NoSchedule',
}

/**
 * Registers the node, then reports its state and renews its lease until the process ends. Returns a function that
 * reports at once.
 */
export function keepRegistered(
  { flags, say }: Pick<Start, 'flags' | 'say'>,
  api: Api,
  node: NodeSettings,
  config: AgentConfiguration,
): { readonly tellNow: () => void } {
  const wanted = config.bool('register-node')
  const registers = wanted ? !fault('never-registers') : fault('registers-anyway')
  const path = `/api/v1/nodes/${node.name}`
  const wantedMs = config.durationMs('node-status-update-frequency')
  const everyMs = wantedMs !== defaultMs && fault('status-frequency-ignored') ? defaultMs : wantedMs
  const heartbeat: Api['send'] = fault('heartbeats-at-api-rate') ? api.send : api.sendWithoutLimit
  let timer: NodeJS.Timeout | undefined
  let isReported = false
  let turns = 0
  const turn = async (): Promise<void> => {
    clearTimeout(timer)
    try {
      const status = statusOf(await node.facts(), config)
      if (!isReported) {
        const found = await api.send('GET', path)
        if (found.status === 404 && registers)
          await api.send('POST', '/api/v1/nodes', { ...nodeObject(node, flags, config), status })
        isReported =
          (found.status === 200 && !fault('existing-node-not-reported')) ||
          (registers && found.status !== 200)
        const taints = config.value('register-with-taints')
        if (!registers && isReported && taints !== undefined && fault('taints-without-registration'))
          await api.send('PATCH', path, { spec: { taints } })
      }
      if (isReported) await reportStatus(heartbeat, path, status)
      turns += 1
      const isForgotten = turns > 2 && fault('status-frequency-soon-forgotten')
      const isThreeTimesLonger = everyMs < defaultMs && fault('status-frequency-thrice')
      const nextMs = isThreeTimesLonger ? 3 * everyMs : everyMs
      timer = setTimeout(() => void turn(), Math.max(retryMs, isForgotten ? defaultMs : nextMs))
    } catch (error) {
      say(`the API server does not answer: ${messageOf(error)}`)
      timer = setTimeout(() => void turn(), retryMs)
    }
  }
  void turn()
  keepLease(api, node.name, say)
  return { tellNow: () => void turn() }
}

function ownTaints(taints: readonly object[]): readonly object[] {
  const [first] = taints as readonly { readonly effect?: string }[]
  if (taints.length < 2 || !fault('taints-of-one-effect')) return taints
  return taints.map((taint) => ({ ...taint, effect: first?.effect }))
}

function nodeObject(
  { name, labels }: NodeSettings,
  flags: Start['flags'],
  config: AgentConfiguration,
): object {
  const providerId = flags.string('provider-id')
  const taints = (config.value('register-with-taints') as readonly object[] | undefined) ?? []
  const isExternal = flags.string('cloud-provider') === 'external'
  const all = [
    ...(taints.length > 0 && fault('taints-not-sent') ? [] : ownTaints(taints)),
    ...(isExternal && !fault('cloud-taint-not-sent') ? [cloudTaint] : []),
  ]
  const attaches = config.bool('enable-controller-attach-detach')
    ? !fault('attach-detach-never-left')
    : fault('attach-detach-always-left')
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'orch.io/hostname': name,
        ...(Object.keys(labels).length > 0 && fault('node-labels-not-sent') ? {} : labels),
      },
      ...(attaches && { annotations: { [attachDetach]: 'true' } }),
    },
    spec: {
      ...(providerId === undefined || fault('provider-id-not-sent') ? {} : { providerID: providerId }),
      ...(all.length === 0 ? {} : { taints: all }),
    },
  }
}
