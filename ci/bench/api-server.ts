// Measures the mock API server in a separate process: reads per second, memory of open watches, and events per second
// that all watches receive. `node dist/ci/bench/api-server.js [URL of a real API server, its bearer token]` compares
// the reads with the reads of the real server.
import { fork } from 'node:child_process'
import { Agent as PlainAgent, get as getPlain } from 'node:http'
import { Agent as SecureAgent, get as getSecure } from 'node:https'
import { fileURLToPath } from 'node:url'
import { startApiServer } from '#mocks/api-server/index.ts'
import { median } from './median.ts'

const serveArgument = '--serve'
const concurrency = 16
const requestsPerRound = 2_000
const rounds = 3
const watchCount = 1_000
const eventsPerWatch = 10
const configMapsPath = '/api/v1/namespaces/default/configmaps'

interface UsageSample {
  /** Resident memory of the server, in bytes. */
  readonly rss: number
  /** Number of open watches. */
  readonly watches: number
  /** Processor time of the server so far, in seconds. */
  readonly busySeconds: number
}

type Notify = (word: 'event' | 'look') => Promise<UsageSample>

interface ServerAddress {
  readonly url: string
  readonly token?: string | undefined
}

if (process.argv[2] === serveArgument) {
  const server = await startApiServer()
  const createConfigMap = (name: string) =>
    server.hand.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: name.startsWith('e') ? { new: '' } : {} },
      data: { a: 'x'.repeat(500) },
    })
  for (let count = 0; count < 100; count++) createConfigMap(`m${count}`)
  let eventCount = 0
  process.on('message', (word) => {
    if (word === 'event') createConfigMap(`e${eventCount++}`)
    const { user, system } = process.cpuUsage()
    const usage: UsageSample = {
      rss: process.memoryUsage().rss,
      watches: server.watches.length,
      busySeconds: (user + system) / 1e6,
    }
    process.send?.(usage)
  })
  process.send?.(server.url)
} else {
  const child = fork(fileURLToPath(import.meta.url), [serveArgument])
  const nextMessage = () => new Promise((resolve) => child.once('message', resolve))
  try {
    const mockServer = { url: (await nextMessage()) as string }
    const [url, token] = process.argv.slice(2)
    const notify: Notify = async (word) => {
      child.send(word)
      return (await nextMessage()) as UsageSample
    }
    await benchmarkReads(
      notify,
      'get',
      mockServer,
      url === undefined ? undefined : { url, token },
      `${configMapsPath}/m1`,
    )
    await benchmarkReads(notify, 'list of 100', mockServer, undefined, configMapsPath)
    await benchmarkWatches(mockServer.url, notify)
  } finally {
    child.kill()
  }
  process.exit(0)
}

async function benchmarkReads(
  notify: Notify,
  what: string,
  mockServer: ServerAddress,
  otherServer: ServerAddress | undefined,
  path: string,
): Promise<void> {
  const mockRates: number[] = []
  const otherRates: number[] = []
  const { busySeconds } = await notify('look')
  for (let round = 0; round < rounds; round++) {
    mockRates.push(await requestsPerSecond(mockServer, path))
    // A real server may not have the object. The default namespace always exists, and reading it takes about the same
    // time.
    if (otherServer !== undefined)
      otherRates.push(await requestsPerSecond(otherServer, '/api/v1/namespaces/default'))
  }
  const requestsPerBusySecond =
    (rounds * requestsPerRound) / ((await notify('look')).busySeconds - busySeconds)
  const comparison =
    otherRates.length === 0
      ? ''
      : `, other ${median(otherRates).toFixed(0)}/s, ratio ${(median(mockRates) / median(otherRates)).toFixed(2)}`
  // The client uses more of the machine than the server does, so the rate is also given per second of the server's
  // processor time.
  process.stdout.write(
    `${what}: mock ${median(mockRates).toFixed(0)}/s (${requestsPerBusySecond.toFixed(0)} per second of its processor time)${comparison}\n`,
  )
}

async function requestsPerSecond({ url, token }: ServerAddress, path: string): Promise<number> {
  const agent = agentOf(url)
  const fromMs = performance.now()
  let requestsLeft = requestsPerRound
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (requestsLeft-- > 0) await fetchDiscarding(`${url}${path}`, agent, token)
    }),
  )
  agent.destroy()
  return requestsPerRound / ((performance.now() - fromMs) / 1_000)
}

function agentOf(url: string): PlainAgent {
  const settings = { keepAlive: true, maxSockets: concurrency }
  return url.startsWith('https:')
    ? new SecureAgent({ ...settings, rejectUnauthorized: false })
    : new PlainAgent(settings)
}

function fetchDiscarding(url: string, agent: PlainAgent, token: string | undefined): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const get = url.startsWith('https:') ? getSecure : getPlain
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })
}

async function benchmarkWatches(url: string, notify: Notify): Promise<void> {
  const agent = new PlainAgent({ maxSockets: Number.POSITIVE_INFINITY })
  const rssBefore = (await notify('look')).rss
  let count = 0
  let resume = (): void => {}
  const openWatch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      getPlain(`${url}${configMapsPath}?watch=1&labelSelector=new`, { agent }, (answer) => {
        answer.on('data', () => {
          count += 1
          resume()
        })
        resolve()
      }).once('error', reject)
    })
  await Promise.all(Array.from({ length: watchCount }, openWatch))
  const usage = await notify('look')
  const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0)
  process.stdout.write(
    `${usage.watches} watches: ${megabytes(usage.rss)} MB in all, ${megabytes(rssBefore)} MB before\n`,
  )
  const fromMs = performance.now()
  for (let event = 1; event <= eventsPerWatch; event++) {
    await notify('event')
    while (count < event * watchCount) await new Promise<void>((resolve) => (resume = resolve))
  }
  const eventsPerSecond = (eventsPerWatch * watchCount * 1_000) / (performance.now() - fromMs)
  process.stdout.write(`events to all of them: ${eventsPerSecond.toFixed(0)}/s\n`)
}
