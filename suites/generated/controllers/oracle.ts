import { byDefault, type ControllersCase, type Worker } from './model.ts'

/** Whether a controller runs: as the first item for its name says, or a star where none is; `open` by a star alone where nobody says what it enables. */
export function runs({ list }: ControllersCase, worker: Worker): boolean | 'open' {
  const first = list.find((item) => item === worker || item === `-${worker}`)
  if (first !== undefined) return first === worker
  if (!list.includes('*')) return false
  return byDefault.includes(worker) ? true : 'open'
}
