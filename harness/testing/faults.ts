import type { Fault } from '../prove/matrix.ts'

/** A fault of the API server for tests of what becomes of faults. */
export function faultNamed(name: string): Fault {
  return { id: name, program: 'apiserver', name, summary: '' }
}
