import type { Fault } from '../prove/matrix.ts'

/** Returns a fault of the API server for tests of the handling of faults. */
export function faultNamed(name: string): Fault {
  return { id: name, program: 'apiserver', name, summary: '' }
}
