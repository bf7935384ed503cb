import { enabledByDefault, type ControllersCase, type Worker } from './model.ts'

/**
 * Reports whether a controller runs, according to the first item for its name or else a star. Returns `open` if only a
 * star applies, and the documents do not state its meaning for the controller.
 */
export function isRunning({ list }: ControllersCase, worker: Worker): boolean | 'open' {
  const firstItem = list.find((item) => item === worker || item === `-${worker}`)
  if (firstItem !== undefined) return firstItem === worker
  if (!list.includes('*')) return false
  return enabledByDefault.includes(worker) ? true : 'open'
}
