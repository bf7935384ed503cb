import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from './errors.ts'

export interface UntilOptions {
  /** The named limit, in milliseconds. */
  readonly withinMs: number
  /** The fact that is waited for, as the error names it: `the issuer was asked`. */
  readonly what: string
}

// Facts come from peers in this process, so looking often is cheap.
const lookEveryMs = 10

/** Waits for a fact; rejects as `untestable` when it does not become true in time. */
export async function until(fact: () => boolean | Promise<boolean>, options: UntilOptions): Promise<void> {
  const giveUpAtMs = performance.now() + options.withinMs
  while (!(await fact())) {
    if (performance.now() > giveUpAtMs) {
      throw new HarnessError(
        'untestable',
        `Waited ${options.withinMs} ms, and it did not come true that ${options.what}.`,
      )
    }
    await sleep(lookEveryMs)
  }
}
