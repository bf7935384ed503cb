import { appendFileSync, existsSync, statSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

const pollIntervalMs = 100

/**
 * Waits until no other process holds the lock of the flags, and takes it. Throws a Refusal when flags contradict each
 * other.
 */
export async function takeLock(flags: FlagValues, end: (code: number) => void): Promise<void> {
  const file = flags.string('lock-file')
  const exitsOnContention = flags.bool('exit-on-lock-contention')
  if (file === undefined) {
    if (exitsOnContention && !fault('contention-without-lock')) {
      throw new Refusal('--exit-on-lock-contention: there is no --lock-file')
    }
    return
  }
  if (!fault('lock-not-taken')) await holdLock(file)
  if (exitsOnContention && !fault('contention-ignored')) watch(file, () => end(0)).unref()
}

async function holdLock(file: string): Promise<void> {
  if (existsSync(file) && fault('existing-lock-is-taken')) throw new Refusal(`--lock-file: ${file} exists`)
  // The holder of the lock watches the file, so the file must exist.
  appendFileSync(file, '\n')
  const { dev, ino } = statSync(file)
  // An abstract socket name, which the kernel frees when its process ends. The name is derived from the file itself,
  // so agents with separate process ids or mounts, as in containers, use the same name.
  while (!(await isLockTaken(`\0orchlet-lock-${dev}-${ino}`))) await pause(pollIntervalMs)
}

/** Reports whether this process took a name. Only one process at a time can hold a name. */
function isLockTaken(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const holder = createServer()
    holder.unref()
    holder.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    holder.listen(name, () => resolve(true))
  })
}
