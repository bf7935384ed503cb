import type { Lie } from '../peer/index.ts'
import type { RuntimeAnswers } from './answers.ts'
import type { RuntimeAsked } from './asked.ts'

export { after, fail, hangUp, honestly, silence, stall, when, where } from '../grpc/lies.ts'

/** Says in its status that the runtime (`RuntimeReady`) or its network (`NetworkReady`) is not ready. */
export function notReady(
  type: 'RuntimeReady' | 'NetworkReady',
  reason = 'ToldSo',
  message = `${type} was told to be false`,
): Pick<RuntimeAnswers, 'status'> {
  return {
    status: async (honest) => {
      const answer = await honest()
      const conditions = (answer.status?.conditions ?? []).map((condition) =>
        condition.type === type ? { type, status: false, reason, message } : condition,
      )
      return { ...answer, status: { conditions } }
    },
  }
}

/** Speaks another version of the interface. */
export function wrongVersion(version = '9.9.9', runtimeApiVersion = 'v9'): Pick<RuntimeAnswers, 'version'> {
  return { version: async (honest) => ({ ...(await honest()), version, runtimeApiVersion }) }
}

/** Lets every command in a container end like this. */
export function commandsEnd(
  exitCode: number,
  { stdout = '', stderr = '' }: { readonly stdout?: string; readonly stderr?: string } = {},
): Pick<RuntimeAnswers, 'execSync'> {
  return {
    execSync: async (honest) => ({
      ...(await honest()),
      exitCode,
      stdout: Buffer.from(stdout),
      stderr: Buffer.from(stderr),
    }),
  }
}

/** Lies the first times, then answers honestly: `times(2, fail('UNAVAILABLE'))`. */
export function times(count: number, lie: Lie): Lie {
  let left = count
  return (honest) => {
    left -= 1
    return left >= 0 ? lie(honest) : honest
  }
}

/** Questions that wait for a word of the test, counted. */
export interface Hold {
  /** The answer to give to the peer. */
  readonly answer: <Honest>(honest: Honest, asked: RuntimeAsked) => Honest | Promise<Honest>
  /** How many questions are waiting now; those whose callers have gone are not counted. */
  readonly held: number
  /** How many were waiting at once, at most. */
  readonly mostHeld: number
  /** Answers the oldest `count` of those that wait; without a count all of them, and all that come. */
  release(count?: number): void
}

/** Holds every question until it is released. */
export function hold(): Hold {
  let waiting: { readonly asked: RuntimeAsked; readonly resolve: () => void }[] = []
  let open = false
  let mostHeld = 0
  const stillThere = () => waiting.filter(({ asked }) => asked.outcome === undefined)
  return {
    answer: async (honest, asked) => {
      if (open) return honest
      await new Promise<void>((resolve) => {
        waiting = [...stillThere(), { asked, resolve }]
        mostHeld = Math.max(mostHeld, waiting.length)
      })
      return honest
    },
    get held() {
      return stillThere().length
    },
    get mostHeld() {
      return mostHeld
    },
    release: (count) => {
      if (count === undefined) open = true
      const there = stillThere()
      const released = there.slice(0, count)
      waiting = there.slice(released.length)
      for (const { resolve } of released) resolve()
    },
  }
}
