import { nodeName } from '#harness/programs/node-agent.ts'
import type { ApiAsked } from '#mocks/api-server/index.ts'

// Whether a status is patched or written in whole is not said.
const writes = (method: string): boolean => method === 'PATCH' || method === 'PUT'

/** Whether a request tells how one of the pods `pod-0`, `pod-1` … is. */
export const isPodStatus = ({ method, path }: ApiAsked): boolean =>
  writes(method) && /\/pods\/pod-\d+\/status$/.test(path)

/** Whether a request is about one of these pods: it may be read before its status is written. */
export const isAboutPod = ({ path }: ApiAsked): boolean => /\/pods\/pod-\d+(?:\/status)?$/.test(path)

/** Whether a request tells how the node is. */
export const isNodeStatus = ({ method, path }: ApiAsked): boolean =>
  writes(method) && path.endsWith(`/nodes/${nodeName}/status`)

/** Whether a request tells of an event. */
export const isEvent = ({ method, path }: ApiAsked): boolean => method === 'POST' && path.endsWith('/events')
