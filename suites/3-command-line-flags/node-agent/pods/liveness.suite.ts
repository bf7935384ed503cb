import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { becomesTrue, becomesTrueSoon, expect, rulesOf, says, shared, test } from '#kit'
import { commandsEnd, ContainerState } from '#mocks/container-runtime/index.ts'
import { containersOf, podObject, runPod } from '../fixture.ts'
import { defaultFixture } from './default-fixture.ts'

const { must } = rulesOf({ document: 3, section: 'What the service does', program: 'node-agent' })

const happensWithinMs = 20_000
const probesWithinMs = 10_000
// Several periods of the probes.
const keepsRunningForMs = 3_000
const settings = { periodSeconds: 1, failureThreshold: 2, timeoutSeconds: 5 }

/** Server for HTTP probes, with the number of its requests. */
const healthServer = shared(
  async () => {
    const state = { status: 200, requestCount: 0, url: { port: 0 }, stop: () => {} }
    const server = createServer((_, response) => {
      state.requestCount += 1
      response.writeHead(state.status).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    state.url.port = (server.address() as AddressInfo).port
    state.stop = () => {
      server.closeAllConnections()
      server.close()
    }
    return state
  },
  async ({ stop }) => stop(),
)

interface ProbeKind {
  readonly fault?: string
  /** Returns the probe. */
  readonly probe: () => Promise<object>
  /** Returns how often the probe has run. */
  readonly count: () => Promise<number>
  /** Lets later probes succeed or fail. */
  readonly set: (isHealthy: boolean) => Promise<void>
}

const kinds: Readonly<Record<string, ProbeKind>> = {
  'a command': {
    probe: async () => ({ exec: { command: ['is-alive'] } }),
    count: async () => (await defaultFixture()).runtime.asked('ExecSync').length,
    set: async (isHealthy) => (await defaultFixture()).runtime.answer(commandsEnd(isHealthy ? 0 : 1)),
  },
  'an HTTP request': {
    fault: 'liveness-of-http-not-probed',
    probe: async () => {
      const { port } = (await healthServer()).url
      return { httpGet: { host: '127.0.0.1', port, path: '/alive' } }
    },
    count: async () => (await healthServer()).requestCount,
    set: async (isHealthy) => {
      ;(await healthServer()).status = isHealthy ? 200 : 503
    },
  },
}

let podCount = 0

must('agent.pods.healthy', { row: 'node agent: pods', aspect: 'healthy', limitMs: 120_000 }, () => {
  says('Containers of pods are kept healthy: one whose liveness probe fails is restarted.')
  test
    .for(kinds)(
      { title: 'restarts a container when a probe by %s fails, and not before', id: 'by-%s' },
      async ({ probe, count, set }) => {
        const agentFixture = await defaultFixture()
        await set(true)
        const countBefore = await count()
        podCount += 1
        const pod = `probed-${podCount}`
        const livenessProbe = { ...(await probe()), ...settings }
        const spec = { terminationGracePeriodSeconds: 1 }
        const container = await runPod(agentFixture, podObject(pod, spec, { livenessProbe }))
        expect(container, 'a container of the pod').toBeDefined()
        const isProbed = async () => (await count()) > countBefore + 1
        expect(await becomesTrue(isProbed, probesWithinMs), 'the probe runs').toBe(true)
        const isReplaced = () =>
          containersOf(agentFixture.runtime, pod).some(
            ({ id, state }) => id !== container!.id && state === ContainerState.CONTAINER_RUNNING,
          )
        expect(await becomesTrueSoon(isReplaced, keepsRunningForMs), 'a restart while it succeeds').toBe(
          false,
        )
        await set(false)
        expect(await becomesTrue(isReplaced, happensWithinMs), 'a restart after it fails').toBe(true)
        await set(true)
      },
    )
    .sees('liveness-not-probed', ({ fault }) => fault)
})
