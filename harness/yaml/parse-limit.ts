import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { HarnessError } from '../errors.ts'

// Maximum size of files that are parsed without a time limit; the parser takes minutes for some larger files.
const maxUnlimitedLength = 16 * 1024
// Limit of the processor time; ordinary files take a fifth of this limit.
const withinMs = 2_000
const maxWaits = 10

/**
 * Verifies that the parser will finish a text in time.
 * @throws HarnessError `config-fault` that names the file
 */
export function checkParseTime(text: string, path: string): void {
  if (text.length <= maxUnlimitedLength) return
  const doneFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(parsing, {
    eval: true,
    workerData: { text, done: doneFlag, yaml: createRequire(import.meta.url).resolve('yaml') },
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  worker.unref()
  worker.on('error', () => {})
  const usageBefore = process.cpuUsage()
  for (let waitCount = 0; waitCount < maxWaits; waitCount++) {
    // This process blocks here and does nothing else, so the processor time it uses is the parser's.
    const waitResult = Atomics.wait(doneFlag, 0, 0, withinMs)
    const { user, system } = process.cpuUsage(usageBefore)
    if (waitResult !== 'timed-out') return void worker.terminate()
    if ((user + system) / microsecondsPerMs >= usedShare * withinMs) break
  }
  void worker.terminate()
  throw new HarnessError(
    'config-fault',
    `${path}: reading it as YAML takes longer than ${withinMs / 1_000} s. Make it smaller and simpler.`,
  )
}

const microsecondsPerMs = 1_000
// Share of the limit that must be used, since the first wait includes the time before the parser begins.
const usedShare = 0.8

// The next parse reports errors of the text.
const parsing = `
  const { workerData } = require('node:worker_threads')
  const { text, done, yaml } = workerData
  try {
    require(yaml).parseDocument(text, { uniqueKeys: false }).toJS()
  } catch {}
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
`
