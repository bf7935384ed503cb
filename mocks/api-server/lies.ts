import { setTimeout as delay } from 'node:timers/promises'
import type { ApiAnswer } from './answers.ts'
import type { ApiAsked } from './asked.ts'
import type { Fault } from './faults.ts'
import { isMeant, type Matching } from './matching.ts'
import { Refusal } from './model/refusal.ts'
import type { Said } from './said.ts'

/** What a good server would do. */
export const honestly: ApiAnswer = (honest) => honest

/** Refuses with a status: `fail(503)`, `fail(429, 'slow down')`. Nothing is stored. */
export function fail(code: number, message = `told to answer ${code}`, reason?: string): ApiAnswer {
  return () => {
    throw new Refusal(code, message, reason)
  }
}

/** Answers any document. Nothing is stored. */
export function answer(body: unknown, code = 200): ApiAnswer {
  return () => ({ code, body })
}

/** Takes the request and never answers it. */
export function silence(): Fault {
  return { fault: 'silence' }
}

/** Resets the connection instead of answering; over HTTP/2 all requests of the connection go with it. */
export function hangUp(): Fault {
  return { fault: 'hang-up' }
}

/** Does what is asked, and breaks the answer off in the middle. */
export const truncated: ApiAnswer = async (honest) => ({ fault: 'truncated', of: await honest() })

/** Answers as if it had been stored, and stores nothing. */
export const withoutStoring: ApiAnswer = (honest) => () => honest({ store: false })

/** Does what is asked, then answers otherwise: an answer that was lost, say. */
export function afterDoing(lie: ApiAnswer): ApiAnswer {
  return async (honest, asked, gone) => {
    await honest()
    return lie(honest, asked, gone)
  }
}

/** Changes the document of the honest answer. */
export function changed(change: (body: unknown, asked: ApiAsked) => unknown): ApiAnswer {
  return async (honest, asked) => {
    const said: Said = await honest()
    const body =
      typeof said.body === 'string' && said.body.startsWith('{')
        ? (JSON.parse(said.body) as unknown)
        : said.body
    return { ...said, body: change(body, asked) }
  }
}

/** Lies to the first requests only. */
export function times(count: number, lie: ApiAnswer): ApiAnswer {
  let left = count
  return (honest, asked, gone) => {
    left -= 1
    return left >= 0 ? lie(honest, asked, gone) : honest
  }
}

/** Answers after a while. */
export function after(ms: number, lie: ApiAnswer = honestly): ApiAnswer {
  return async (honest, asked, gone) => {
    // A peer that has stopped owes no answer, so the wait must not keep the process alive.
    await delay(ms, undefined, { signal: gone, ref: false }).catch(() => {})
    return gone.aborted ? silence() : lie(honest, asked, gone)
  }
}

/** Answers once something has happened. */
export function when(happened: Promise<unknown>, lie: ApiAnswer = honestly): ApiAnswer {
  return async (honest, asked, gone) => {
    await happened
    return gone.aborted ? silence() : lie(honest, asked, gone)
  }
}

/** Lies only where it matches; answers the rest honestly. */
export function where(matching: Matching, lie: ApiAnswer): ApiAnswer {
  return (honest, asked, gone) => (isMeant(asked, matching) ? lie(honest, asked, gone) : honest)
}
