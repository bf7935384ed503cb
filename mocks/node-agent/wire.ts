import type { LogPlace } from './honest.ts'

const logPathPattern = /^\/containerLogs\/([^/]+)\/([^/]+)\/([^/]+)$/

/** Returns the container whose log a path requests; `undefined` for any other path. */
export function logPlaceIn(path: string): LogPlace | undefined {
  const [, namespace, pod, container] = logPathPattern.exec(path) ?? []
  if (namespace === undefined || pod === undefined || container === undefined) return undefined
  return { namespace, pod, container }
}
