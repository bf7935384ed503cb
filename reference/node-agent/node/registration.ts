import { hostname } from 'node:os'
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
  /** Returns the current data of the node. */
  readonly facts: () => Promise<NodeFacts>
}

const retryMs = 500
const firstErrorStatus = 300
const defaultIntervalMs = 10_000
const attachDetachAnnotation = 'volumes.orch.io/controller-managed-attach-detach'
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
  const isRegistering = config.bool('register-node')
  const registersNode = isRegistering ? !fault('never-registers') : fault('registers-anyway')
  const path = `/api/v1/nodes/${node.name}`
  const frequencyMs = config.durationMs('node-status-update-frequency')
  const intervalMs =
    frequencyMs !== defaultIntervalMs && fault('status-frequency-ignored') ? defaultIntervalMs : frequencyMs
  const sendHeartbeat: Api['send'] = fault('heartbeats-at-api-rate') ? api.send : api.sendWithoutLimit
  let attemptCount = 0
  const register = async (status: object): Promise<boolean> => {
    attemptCount += 1
    if (attemptCount > 1 && fault('registration-tried-once')) return false
    const answer = await api.send('POST', '/api/v1/nodes', { ...nodeObject(node, flags, config), status })
    return answer.status < firstErrorStatus
  }
  let timer: NodeJS.Timeout | undefined
  let wasReported = false
  let reportCount = 0
  const reportInLoop = async (): Promise<void> => {
    clearTimeout(timer)
    try {
      const status = statusOf(await node.facts(), config)
      if (!wasReported) {
        const existingNode = await api.send('GET', path)
        const isMissing = existingNode.status === 404 && registersNode
        const isRegistered = isMissing && (await register(status))
        if (isMissing && !isRegistered) throw new Error('the node was not registered')
        wasReported = isRegistered || (existingNode.status === 200 && !fault('existing-node-not-reported'))
        const taints = config.value('register-with-taints')
        if (!registersNode && wasReported && taints !== undefined && fault('taints-without-registration'))
          await api.send('PATCH', path, { spec: { taints } })
      }
      const statusPath = fault('status-of-real-hostname') ? `/api/v1/nodes/${hostname().toLowerCase()}` : path
      if (wasReported) await reportStatus(sendHeartbeat, statusPath, status)
      reportCount += 1
      const isFrequencyForgotten = reportCount > 2 && fault('status-frequency-soon-forgotten')
      const isIntervalTripled = intervalMs < defaultIntervalMs && fault('status-frequency-thrice')
      const nextMs = isIntervalTripled ? 3 * intervalMs : intervalMs
      timer = setTimeout(
        () => void reportInLoop(),
        Math.max(retryMs, isFrequencyForgotten ? defaultIntervalMs : nextMs),
      )
    } catch (error) {
      say(`the API server does not answer: ${messageOf(error)}`)
      timer = setTimeout(() => void reportInLoop(), retryMs)
    }
  }
  void reportInLoop()
  keepLease(api, node.name, say)
  return { tellNow: () => void reportInLoop() }
}

function ownTaints(taints: readonly object[]): readonly object[] {
  const namedTaints = taints as readonly { readonly key?: string; readonly effect?: string }[]
  const [firstTaint] = namedTaints
  const firstOfEachKey = namedTaints.filter(
    ({ key }, index) => namedTaints.findIndex((other) => other.key === key) === index,
  )
  if (firstOfEachKey.length < taints.length && fault('taints-with-one-key-left-out')) return firstOfEachKey
  if (taints.length < 2 || !fault('taints-of-one-effect')) return taints
  return taints.map((taint) => ({ ...taint, effect: firstTaint?.effect }))
}

function nodeObject(
  { name, labels }: NodeSettings,
  flags: Start['flags'],
  config: AgentConfiguration,
): object {
  const providerId = flags.string('provider-id')
  const taints = (config.value('register-with-taints') as readonly object[] | undefined) ?? []
  const isExternal = flags.string('cloud-provider') === 'external'
  const allTaints = [
    ...(taints.length > 0 && fault('taints-not-sent') ? [] : ownTaints(taints)),
    ...(isExternal && !fault('cloud-taint-not-sent') ? [cloudTaint] : []),
  ]
  const isAttachEnabled = config.bool('enable-controller-attach-detach')
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
      ...(isAttachEnabled && { annotations: { [attachDetachAnnotation]: 'true' } }),
    },
    spec: {
      ...(providerId === undefined || fault('provider-id-not-sent') ? {} : { providerID: providerId }),
      ...(allTaints.length === 0 ? {} : { taints: allTaints }),
    },
  }
}
