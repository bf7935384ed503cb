import { appendFileSync, existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { AgentQuirks } from '../faults.ts'

const lookAgainMs = 100

/** Waits until nobody else holds the lock of the flags, and takes it; throws a Refusal when flags do not go together. */
export async function takeLock(
  flags: FlagValues,
  quirks: AgentQuirks,
  end: (code: number) => void,
): Promise<void> {
  const file = flags.string('lock-file')
  const gives = flags.bool('exit-on-lock-contention')
  if (file === undefined) {
    if (gives && !quirks.fault('contention-without-lock')) {
      throw new Refusal('--exit-on-lock-contention: there is no --lock-file')
    }
    return
  }
  if (!quirks.fault('lock-not-taken')) await held(file)
  if (gives && !quirks.fault('contention-ignored')) watch(file, () => end(0)).unref()
}

async function held(file: string): Promise<void> {
  let asked = false
  while (!isFree(file)) {
    // Whoever holds it watches the file.
    if (!asked) appendFileSync(file, '\n')
    asked = true
    await pause(lookAgainMs)
  }
  rmSync(file, { force: true })
  writeFileSync(file, String(process.pid))
}

function isFree(file: string): boolean {
  if (!existsSync(file)) return true
  const holder = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return !(holder > 0 && holder !== process.pid && existsSync(`/proc/${holder}`))
}
