import { appendFileSync, statSync, watch } from 'node:fs'
import { createServer } from 'node:net'
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
  // Whoever holds it watches the file, and it has to be there.
  appendFileSync(file, '\n')
  const { dev, ino } = statSync(file)
  // A name in the kernel, which goes with its process, whatever ends that. It is of the file itself: agents with process
  // ids or mounts of their own, as in containers, see the same.
  while (!(await isTaken(`\0orchlet-lock-${dev}-${ino}`))) await pause(lookAgainMs)
}

/** Takes a name that one process at a time can have, unless another one has it. */
function isTaken(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const holder = createServer()
    holder.unref()
    holder.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    holder.listen(name, () => resolve(true))
  })
}
