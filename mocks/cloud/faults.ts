import type { CloudAnswers, CallContent } from './wire.ts'

/** Marks no instances, so that those of this cluster cannot be distinguished from others. */
export const untagged: CloudAnswers['cluster-id'] = () => ({ id: '' })

/** Has no machine for that node. */
export function without(node: string): CloudAnswers['instance-exists'] {
  return (honest, { body }) => {
    const request = JSON.parse(body ?? '{}') as CallContent
    return request.node === node ? { exists: false } : honest
  }
}
