import { afterAll } from 'vitest'
import { HarnessError } from '../errors.ts'
import { recordingStarts, UsedStarts, usedStartsHere } from '../launch/reach/used-starts.ts'

/** One object for all checks of a file, or of a group of files. */
export interface Shared<T> {
  /** Starts the object for the first check that needs it, and returns it to all others. */
  (): Promise<T>
  /** Makes the next check that needs the object start another one. The started one stays until the file ends. */
  readonly forget: () => void
}

/**
 * Returns one object for all checks of a file, started by the first that needs it and stopped after the last. A failed
 * start fails every check that needs the object, and has nothing to stop.
 */
export function shared<T>(start: () => T | Promise<T>, stop: (started: T) => unknown = () => {}): Shared<T> {
  let current: Promise<T> | undefined
  let used = new UsedStarts()
  let all: Promise<T>[] = []
  let hasEnded = false
  afterAll(async () => {
    const ended = all
    hasEnded = true
    all = []
    current = undefined
    await Promise.all(ended.map((one) => one.then(stop, () => {})))
  })
  const get = (): Promise<T> => {
    if (hasEnded) return Promise.reject(endedGroup())
    if (current === undefined) {
      used = new UsedStarts()
      all.push((current = recordingStarts(used, async () => start())))
    }
    usedStartsHere()?.uses(used)
    return current
  }
  return Object.assign(get, {
    forget: () => {
      current = undefined
    },
  })
}

// A module that two files import is evaluated once in a worker, so an object started by a later file would not be
// stopped.
function endedGroup(): HarnessError {
  return new HarnessError(
    'harness-fault',
    'A suite uses something that the suites of an ended file or group share: import both in one *.group.ts.',
  )
}

/**
 * Returns one object of each name for all checks of a file, like `shared`. Further arguments of the start are given
 * with the name.
 */
export function sharedByName<T, Details extends readonly unknown[] = []>(
  start: (name: string, ...details: Details) => T | Promise<T>,
  stop: (started: T) => unknown = () => {},
): (name: string, ...details: Details) => Promise<T> {
  const all = shared(
    () => new Map<string, { readonly one: Promise<T>; readonly used: UsedStarts }>(),
    (started) => Promise.all([...started.values()].map(({ one }) => one.then(stop, () => {}))),
  )
  return async (name, ...details) => {
    const started = await all()
    const used = started.get(name)?.used ?? new UsedStarts()
    usedStartsHere()?.uses(used)
    const known = started.get(name)
    if (known !== undefined) return known.one
    const one = recordingStarts(used, async () => start(name, ...details))
    started.set(name, { one, used })
    return one
  }
}
