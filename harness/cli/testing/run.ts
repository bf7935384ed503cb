import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunEvent } from '../../events.ts'

/** Returns the verdicts of a run's checks by id. */
export function verdicts(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'check' ? [[event.id, event.verdict]] : [])),
  )
}

/** Reports whether a process with a word in its command line or its environment is alive. */
function isProcessAlive(word: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        const contents = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
        return contents.join('\0').includes(word) && pid !== String(process.pid)
      } catch {
        return false
      }
    })
}

/** Waits until no process with the word runs and the directory is empty. Returns the leftovers. */
export async function waitForCleanup(temporary: string): Promise<string[]> {
  const leftovers = (): string[] => [
    ...readdirSync(temporary).filter((name) => name !== 'out' && !name.startsWith('node-')),
    ...(isProcessAlive(temporary) ? ['a process'] : []),
  ]
  for (let attempts = 0; attempts < 100 && leftovers().length > 0; attempts++) await sleep(50)
  return leftovers()
}
