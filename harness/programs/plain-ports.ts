import { connect } from 'node:net'
import { HarnessError, messageOf } from '../errors.ts'
import { isListeningItself } from '../launch/listening.ts'
import type { RunningProgram } from '../launch/running.ts'

// Time limit of a response. The ports are local, and their responses are in memory.
const answerWithinMs = 10_000

/** Sends one request over plain HTTP, by default a GET; rejects as `untestable` if there is no complete response. */
export async function requestPlain(
  url: string,
  method = 'GET',
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const answer = await fetch(url, {
      method,
      signal: AbortSignal.timeout(answerWithinMs),
      headers: { connection: 'close' },
    })
    return { status: answer.status, body: await answer.text() }
  } catch (thrown) {
    const { cause } = thrown as { cause?: unknown }
    throw new HarnessError('untestable', `${method} ${url}: ${messageOf(cause ?? thrown)}`, { cause: thrown })
  }
}

/** Reports whether an address and port accept connections. */
export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * Reports whether a program itself accepts connections at an address and port; if that is not visible, whether any
 * process accepts connections there.
 */
export async function isListening({ program }: RunningProgram, host: string, port: number): Promise<boolean> {
  return (await accepts(host, port)) && (isListeningItself(program.pid, host, port) ?? true)
}
