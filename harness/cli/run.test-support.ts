import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunEvent } from '../events.ts'

/** What the checks of a run came to, by their ids. */
export function verdicts(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'check' ? [[event.id, event.verdict]] : [])),
  )
}

/** Whether a process with a word in its command line or its environment is alive. */
function alive(word: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        const told = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
        return told.join('\0').includes(word) && pid !== String(process.pid)
      } catch {
        return false
      }
    })
}

/** Waits until nothing with the word runs and nothing is left in the directory. */
export async function cleaned(temporary: string): Promise<string[]> {
  const leftovers = (): string[] => [
    ...readdirSync(temporary).filter((name) => name !== 'out' && !name.startsWith('node-')),
    ...(alive(temporary) ? ['a process'] : []),
  ]
  for (let tries = 0; tries < 100 && leftovers().length > 0; tries++) await sleep(50)
  return leftovers()
}
