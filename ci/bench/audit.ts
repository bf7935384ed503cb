// Measures the mock audit receiver under a steady stream of events from a separate process, first in batches of one
// event, then of ten events. `node dist/ci/bench/audit.js [events per second] [seconds]` prints the number of events
// that arrived and the delay of the last response.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startAuditReceivers } from '#mocks/audit-receiver/index.ts'

const sendArgument = '--send'
const [perSecond = 500, seconds = 20] = process.argv.slice(2).map(Number)

/** Parameters of the sending process. */
interface Load {
  readonly url: string
  readonly perBatch: number
  readonly perSecond: number
  readonly seconds: number
}

if (process.argv[2] === sendArgument) {
  process.once('message', (load: Load) => void sendEvents(load).then((lateMs) => process.send?.(lateMs)))
} else {
  const host = await startAuditReceivers()
  for (const eventsPerBatch of [1, 10]) {
    const receiver = host.receiver(`of-${eventsPerBatch}`)
    const sender = fork(fileURLToPath(import.meta.url), [sendArgument])
    sender.send({ url: receiver.url, perBatch: eventsPerBatch, perSecond, seconds } satisfies Load)
    const [lateMs] = (await once(sender, 'message')) as [number]
    sender.kill()
    const receivedCount = new Set(receiver.events.map(({ auditID }) => auditID)).size
    process.stdout.write(
      `${eventsPerBatch} a batch: ${receivedCount} of ${perSecond * seconds} events arrived in ${seconds} s, the last answer ${Math.round(lateMs)} ms late\n`,
    )
  }
  await host.stop()
}

/** Sends at the given pace without waiting for responses. Returns the delay of the last response in milliseconds. */
async function sendEvents({ url, perBatch, perSecond: pace, seconds: length }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const intervalMs = (1000 * perBatch) / pace
  const batches = (pace * length) / perBatch
  const fromMs = performance.now()
  const responses: Promise<void>[] = []
  for (let batchIndex = 0; batchIndex < batches; batchIndex++) {
    await sleep(Math.max(0, fromMs + batchIndex * intervalMs - performance.now()))
    responses.push(post(url, agent, batchOf(batchIndex * perBatch, perBatch)))
  }
  await Promise.all(responses)
  agent.destroy()
  return performance.now() - fromMs - batches * intervalMs
}

function batchOf(first: number, length: number): string {
  const items = Array.from({ length }, (_, index) => ({
    auditID: String(first + index),
    level: 'RequestResponse',
    stage: 'ResponseComplete',
    requestURI: '/api/v1/namespaces/default/configmaps/a',
    verb: 'update',
    // About the size of a typical object.
    responseObject: { data: { text: 'x'.repeat(2_000) } },
  }))
  return JSON.stringify({ kind: 'EventList', apiVersion: 'audit.orch.io/v1', metadata: {}, items })
}

function post(url: string, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } })
    outgoing.on('error', reject)
    outgoing.on('response', (answer) => answer.resume().on('end', resolve))
    outgoing.end(body)
  })
}
