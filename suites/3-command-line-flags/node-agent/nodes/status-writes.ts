import { nodeName } from '#harness/programs/node-agent.ts'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'

// Reports whether a method writes a status, by patch or replacement.
const isWrite = (method: string): boolean => method === 'PATCH' || method === 'PUT'

/** Reports whether a request writes the status of one of the pods `pod-0`, `pod-1` … */
export const isPodStatus = ({ method, path }: ApiServerRequest): boolean =>
  isWrite(method) && /\/pods\/pod-\d+\/status$/.test(path)

/**
 * Reports whether a request is about one of the pods `pod-0`, `pod-1` and so on. The pod may be read before its status is
 * written.
 */
export const isAboutPod = ({ path }: ApiServerRequest): boolean => /\/pods\/pod-\d+(?:\/status)?$/.test(path)

/** Reports whether a request writes the status of the node. */
export const isNodeStatus = ({ method, path }: ApiServerRequest): boolean =>
  isWrite(method) && path.endsWith(`/nodes/${nodeName}/status`)

/** Reports whether a request creates an event. */
export const isEvent = ({ method, path }: ApiServerRequest): boolean =>
  method === 'POST' && path.endsWith('/events')
