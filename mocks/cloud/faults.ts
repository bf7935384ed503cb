import type { CloudAnswers, CallContent } from './wire.ts'

/**
 * Returns an empty cluster id, so that instances of this cluster cannot be distinguished from instances of other
 * clusters.
 */
export const untagged: CloudAnswers['cluster-id'] = () => ({ id: '' })

/** Reports that a node has no machine. */
export function without(node: string): CloudAnswers['instance-exists'] {
  return (honest, { body }) => {
    const request = JSON.parse(body ?? '{}') as CallContent
    return request.node === node ? { exists: false } : honest
  }
}
