import { isMapping } from '../../config/decode.ts'
import { fault } from '../../quirks/quirks.ts'
import { messageOf, textOf } from '../config/value-text.ts'
import { type Pod, podOf } from '../pods/pod.ts'
import type { PodState } from '../pods/pods.ts'
import type { Api } from './api.ts'
import { reportStatus } from './report-status.ts'

const retryMs = 500

/** Calls `notify` with the pods of a node on the API server after each change, until the process ends. */
export async function followPods(
  api: Api,
  node: string,
  notify: (pods: readonly Pod[]) => void,
  log: (line: string) => void,
): Promise<void> {
  const path = `/api/v1/pods?fieldSelector=spec.nodeName%3D${encodeURIComponent(node)}`
  const pods = new Map<string, Pod>()
  let wasLost = false
  let isExpired = false
  const notifyAll = (): void => {
    if (pods.size === 0 || !fault('api-pods-not-run')) notify([...pods.values()])
  }
  for (;;) {
    if (isExpired && fault('expired-watch-not-repeated')) return
    try {
      const { status, object } = await api.sendWithoutLimit('GET', path)
      if (status !== 200) throw new Error(`pods: the API server answered ${status}`)
      if (!wasLost || !fault('pods-deleted-in-outage-kept')) pods.clear()
      for (const item of Array.isArray(object['items']) ? object['items'] : []) storePod(pods, item)
      notifyAll()
      const metadata = isMapping(object['metadata']) ? object['metadata'] : {}
      const version = encodeURIComponent(textOf(metadata['resourceVersion']))
      await api.watch(`${path}&watch=true&resourceVersion=${version}`, ({ type, object: changedPod }) => {
        isExpired ||= type === 'ERROR'
        if (type === 'DELETED') pods.delete(uidOf(changedPod))
        else if (type === 'ADDED' || type === 'MODIFIED') storePod(pods, changedPod)
        notifyAll()
      })
    } catch (error) {
      log(messageOf(error))
      wasLost = true
      if (fault('failed-list-is-empty')) notify([])
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

/** Reports the state of a pod to the API server. */
export async function reportState(
  api: Api,
  { name, namespace, source, containers }: Pod,
  { phase, reason, message }: PodState,
): Promise<void> {
  if (source !== 'api' || fault('pod-states-not-told')) return
  const readyStatus = phase === 'Running' ? 'True' : 'False'
  const conditions = [{ type: 'Ready', status: readyStatus }]
  const containerStatuses = containers.map((container) => ({
    name: container.name,
    ready: phase === 'Running',
  }))
  const status = {
    phase,
    ...(reason && { reason }),
    ...(message && { message }),
    conditions,
    containerStatuses,
  }
  await reportStatus(
    (...request) => api.send(...request),
    `/api/v1/namespaces/${namespace}/pods/${name}`,
    status,
  )
}

/** Deletes a pod that has ended from the API server. */
export async function forgetPod(api: Api, { name, namespace, uid, source }: Pod): Promise<void> {
  if (source !== 'api') return
  await api.send('DELETE', `/api/v1/namespaces/${namespace}/pods/${name}`, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds: 0,
    preconditions: { uid },
  })
}

function storePod(pods: Map<string, Pod>, object: unknown): void {
  try {
    const pod = podOf(object, 'api', ({ name, uid }) => ({ name: String(name), uid: String(uid) }))
    pods.set(pod.uid, pod)
  } catch {
    // Objects that are not pods are ignored.
  }
}

function uidOf(object: unknown): string {
  const metadata = isMapping(object) ? object['metadata'] : undefined
  return isMapping(metadata) ? String(metadata['uid']) : ''
}
