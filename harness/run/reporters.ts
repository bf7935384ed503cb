import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { HarnessError, messageOf } from '../errors.ts'
import type { RunEvent } from '../events.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { ReporterContext } from '../reporter.ts'
import type { FromReporter, ReporterData, ToReporter } from './reporter-thread.ts'

// The thread is always compiled code, because Node reads no TypeScript before version 22.
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/harness/run/reporter-thread.js' : './reporter-thread.js',
  import.meta.url,
)
// Time limit of loading a reporter: long enough for a module that sends network requests.
const loadsWithinMs = 30_000
const endsWithinMs = 30_000

/** An external reporter, which cannot affect the run. */
class ExternalReporter {
  readonly #path: string
  readonly #thread: Worker
  readonly #ready: Promise<FromReporter>
  readonly #endMessage: Promise<FromReporter>
  #lastMessage: FromReporter | undefined

  constructor(path: string, context: ReporterContext) {
    this.#path = path
    const workerData: ReporterData = { url: pathToFileURL(resolve(path)).href, context }
    this.#thread = new Worker(threadFile, { workerData })
    let notifyReady: (message: FromReporter) => void = () => {}
    this.#ready = new Promise((notify) => {
      notifyReady = notify
    })
    this.#endMessage = new Promise((notify) => {
      const receiveMessage = (message: FromReporter): void => {
        notifyReady(message)
        if (message.kind === 'ready' || this.#lastMessage !== undefined) return
        this.#lastMessage = message
        notify(message)
      }
      this.#thread.on('message', receiveMessage)
      this.#thread.on('error', (thrown: unknown) =>
        receiveMessage({ kind: 'failed', why: messageOf(thrown) }),
      )
      this.#thread.on('exit', () => receiveMessage({ kind: 'failed', why: 'it ended before the run did' }))
    })
  }

  /** @throws HarnessError `config-fault` if the module has no reporter */
  async ready(): Promise<void> {
    const message = await withTimeLimit(this.#ready, loadsWithinMs)
    if (message?.kind === 'ready') return
    await this.#thread.terminate()
    const reason = message !== undefined && 'why' in message ? message.why : 'it did not load within 30 s'
    throw new HarnessError('config-fault', `--reporter ${this.#path} is not a reporter: ${reason}.`)
  }

  event(json: string): void {
    if (this.#lastMessage === undefined) this.#thread.postMessage({ event: json } satisfies ToReporter)
  }

  /** Waits for the end of the reporter. */
  async end(): Promise<void> {
    if (this.#lastMessage === undefined) this.#thread.postMessage('end' satisfies ToReporter)
    const message = await withTimeLimit(this.#endMessage, endsWithinMs)
    await this.#thread.terminate()
    if (message?.kind === 'ended') {
      process.stdout.write(message.text)
      return
    }
    const reason = message !== undefined && 'why' in message ? message.why : 'it did not end within 30 s'
    process.stderr.write(
      `--reporter ${this.#path} failed: ${reason}. The results of the run are complete without it.\n`,
    )
  }

  async stop(): Promise<void> {
    await this.#thread.terminate()
  }
}

/** Reporters of a command line, loaded and ready for events. */
export interface ExternalReporters {
  event(event: RunEvent): void
  /** Ends the event stream, prints the returned texts, and names the reporters that failed. */
  end(): Promise<void>
}

/**
 * Loads the reporters of a command line.
 * @param paths modules, as the user typed them
 * @throws HarnessError `config-fault` if a module is missing, does not load or makes no reporter
 */
export async function loadReporters(
  paths: readonly string[] = [],
  context: ReporterContext,
): Promise<ExternalReporters> {
  for (const path of paths) {
    const isFile = statSync(resolve(path), { throwIfNoEntry: false })?.isFile()
    // A device or a pipe may never end.
    if (isFile !== true)
      throw new HarnessError(
        'config-fault',
        `--reporter ${path}: ${isFile === undefined ? 'there is no such file' : 'this is not a file'}.`,
      )
  }
  const reporters = paths.map((path) => new ExternalReporter(path, context))
  try {
    for (const reporter of reporters) await reporter.ready()
  } catch (thrown) {
    await Promise.all(reporters.map((reporter) => reporter.stop()))
    throw thrown
  }
  return {
    event: (event) => {
      if (reporters.length === 0) return
      // The form in which a run writes an event to its file. Some values can be sent to a thread in this form only.
      const json = JSON.stringify(event)
      for (const reporter of reporters) reporter.event(json)
    },
    end: async () => {
      for (const reporter of reporters) await reporter.end()
    },
  }
}

/** Sends the events of a finished run to reporters. */
export async function replayEvents(events: readonly RunEvent[], reporters: ExternalReporters): Promise<void> {
  for (const event of events) reporters.event(event)
  await reporters.end()
}
