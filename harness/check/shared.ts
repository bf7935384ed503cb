import { afterAll } from 'vitest'
import { HarnessError } from '../errors.ts'
import { timing } from '../machine/timing.ts'
import { recordStarts, UsedStarts, usedStartsHere } from '../launch/reach/used-starts.ts'

/** One object for all checks of a file, or of a group of files. */
export interface Shared<T> {
  /** Starts the object for the first check that needs it, and returns the object to all checks. */
  (): Promise<T>
  /** Makes the next check that needs the object start a new one. The present object stays until the file ends. */
  readonly forget: () => void
}

/**
 * Returns one object for all checks of a file, started by the first check that needs it and stopped after the last
 * check. A failed start fails every check that needs the object, and has nothing to stop; if the machine may be the
 * cause, the next check starts another object.
 */
export function shared<T>(start: () => T | Promise<T>, stop: (started: T) => unknown = () => {}): Shared<T> {
  let currentValue: Promise<T> | undefined
  let usedStarts = new UsedStarts()
  let allValues: Promise<T>[] = []
  let hasEnded = false
  afterAll(async () => {
    const endedValues = allValues
    hasEnded = true
    allValues = []
    currentValue = undefined
    await Promise.all(endedValues.map((one) => one.then(stop, () => {})))
  })
  const getValue = (): Promise<T> => {
    if (hasEnded) return Promise.reject(endedGroup())
    if (currentValue === undefined) {
      usedStarts = new UsedStarts()
      const newValue = recordStarts(usedStarts, async () => start())
      currentValue = newValue
      allValues.push(newValue)
      forgetIfUncertain(newValue, () => {
        if (currentValue === newValue) currentValue = undefined
      })
    }
    usedStartsHere()?.uses(usedStarts)
    return currentValue
  }
  return Object.assign(getValue, {
    forget: () => {
      currentValue = undefined
    },
  })
}

/** Forgets a value whose start failed if the machine may be the cause: a repetition then starts another one. */
function forgetIfUncertain(value: Promise<unknown>, forget: () => void): void {
  const startTiming = timing()
  value.catch((thrown: unknown) => {
    if (startTiming?.isUncertain(thrown)) forget()
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

/** Returns one object of each name for all checks of a file, like `shared`. All arguments are passed to `start`. */
export function sharedByName<T, Details extends readonly unknown[] = []>(
  start: (name: string, ...details: Details) => T | Promise<T>,
  stop: (started: T) => unknown = () => {},
): (name: string, ...details: Details) => Promise<T> {
  const sharedValues = shared(
    () => new Map<string, { readonly one: Promise<T>; readonly used: UsedStarts }>(),
    (started) => Promise.all([...started.values()].map(({ one }) => one.then(stop, () => {}))),
  )
  return async (name, ...details) => {
    const startedValues = await sharedValues()
    const usedStarts = startedValues.get(name)?.used ?? new UsedStarts()
    usedStartsHere()?.uses(usedStarts)
    const existingValue = startedValues.get(name)
    if (existingValue !== undefined) return existingValue.one
    const newValue = recordStarts(usedStarts, async () => start(name, ...details))
    startedValues.set(name, { one: newValue, used: usedStarts })
    forgetIfUncertain(newValue, () => startedValues.delete(name))
    return newValue
  }
}
