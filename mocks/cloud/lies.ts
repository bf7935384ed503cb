import type { CloudAnswers, Told } from './wire.ts'

/** Marks no instances, so that nobody can tell those of this cluster from others. */
export const untagged: CloudAnswers['cluster-id'] = () => ({ id: '' })

/** Has no machine behind that node. */
export function without(node: string): CloudAnswers['instance-exists'] {
  return (honest, { body }) => {
    const told = JSON.parse(body ?? '{}') as Told
    return told.node === node ? { exists: false } : honest
  }
}
