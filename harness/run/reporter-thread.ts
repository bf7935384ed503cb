// Runs an external reporter in a separate thread: a reporter that throws, blocks or exits affects this thread alone.
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../errors.ts'
import type { RunEvent } from '../events.ts'
import type { MakeReporter, Reporter, ReporterContext } from '../reporter.ts'

/** Input of the thread. */
export interface ReporterData {
  /** File URL of the module. */
  readonly url: string
  readonly context: ReporterContext
}

/** Message to the thread: an event as JSON, or the end of the events. */
export type ToReporter = { readonly event: string } | 'end'

/** Message of the thread: it is ready, it could not start, it failed, or it ended with a text for standard output. */
export type FromReporter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable' | 'failed'; readonly why: string }
  | { readonly kind: 'ended'; readonly text: string }

const { url, context } = workerData as ReporterData
const send = (message: FromReporter): void => parentPort?.postMessage(message)

/** Loads the module and makes its reporter. */
async function loadReporter(): Promise<Reporter> {
  const { default: make } = (await import(url)) as { readonly default?: unknown }
  if (typeof make !== 'function') throw new TypeError('its default export is not a function')
  const reporter: unknown = await (make as MakeReporter)(context)
  const { event, end } = (reporter ?? {}) as Partial<Record<keyof Reporter, unknown>>
  if (typeof event !== 'function' && typeof end !== 'function')
    throw new TypeError('the function returned no object with a method event or end')
  return reporter as Reporter
}

try {
  const reporter = await loadReporter()
  parentPort?.on('message', (message: ToReporter) => void receive(reporter, message))
  send({ kind: 'ready' })
} catch (thrown) {
  send({ kind: 'unusable', why: messageOf(thrown) })
}

async function receive(reporter: Reporter, message: ToReporter): Promise<void> {
  try {
    if (message !== 'end') {
      // Waits for the method, because an error of an async method is also a failure.
      await (reporter.event?.(JSON.parse(message.event) as RunEvent) as void | Promise<void>)
      return
    }
    const text = await reporter.end?.()
    send({ kind: 'ended', text: typeof text === 'string' ? text : '' })
  } catch (thrown) {
    send({ kind: 'failed', why: messageOf(thrown) })
  }
}
