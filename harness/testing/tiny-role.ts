import { inject } from 'vitest'
import { launching } from '../check/launching.ts'
import { dialectOf } from '../target/dialects.ts'
import type { HandOver } from '../dialect/dialect.ts'
import { messageOf } from '../errors.ts'
import { attempt } from '../launch/attempt.ts'
import { configurationFlags } from '../launch/configuration.ts'
import { freePort } from '../launch/free-port.ts'
import { type LaunchedProgram, RunningProgram } from '../launch/running.ts'
import { spawnProgram } from '../launch/spawn.ts'

/** Forms in which the dialects pass the configuration to the tiny program. */
const handOvers: Readonly<Record<string, HandOver>> = {
  orch: { as: 'file', flag: '--config' },
  kubernetes: {
    as: 'flags',
    flagsOf: (pointer, value) => {
      if (pointer === '/Generic/Port') return { '--port': Number(value) }
      return pointer === '/Generic/Greeting' ? { '--greeting': String(value) } : undefined
    },
  },
}

/** A running tiny program. */
export class Tiny extends RunningProgram {
  readonly url: string

  constructor(launched: LaunchedProgram, url: string) {
    super(launched)
    this.url = url
  }

  /** Returns the text of the program's response. */
  async get(path: string): Promise<string> {
    try {
      return await (await fetch(this.url + path)).text()
    } catch (thrown) {
      await this.program.exited
      throw this.crash(`during GET ${path}`, thrown)
    }
  }

  /** Returns the reason why the program is not ready: any response other than `yes`. */
  async readiness(): Promise<string | undefined> {
    try {
      const text = await (await fetch(`${this.url}/ready`)).text()
      return text === 'yes' ? undefined : `GET /ready answered ${text}`
    } catch (thrown) {
      return messageOf(thrown)
    }
  }
}

/** Starts the tiny program for checks, by its greeting. */
export const tiny = launching<{ readonly greeting: string }, Tiny>({
  try: async ({ greeting }, withinMs, pace) => {
    const settings = inject('settings')
    const dialect = dialectOf(settings.target)
    const port = await freePort()
    const tree = { Generic: { Port: port, Greeting: greeting } }
    const { flags } = configurationFlags(tree, handOvers[dialect.name] ?? { as: 'file', flag: '--config' })
    return {
      attempt: await attempt({
        spawn: async () => {
          const launched = await spawnProgram({
            settings,
            role: 'controller-manager',
            flags,
          })
          return new Tiny(launched, `http://127.0.0.1:${port}`)
        },
        readiness: (program) => program.readiness(),
        withinMs,
        pace,
      }),
      release: async () => {},
    }
  },
})
