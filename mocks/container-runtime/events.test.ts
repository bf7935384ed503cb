import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import { untilAsked } from '../peer/index.ts'
import { type Agent, agent } from './testing/agent.ts'
import { type ContainerRuntime, startContainerRuntime } from './index.ts'

const timeoutMs = 2000

/** Opens a stream of events. */
function openEvents({ runtime }: Agent) {
  const stream = runtime.getContainerEvents()
  stream.send({})
  stream.end()
  return stream
}

let peer: ContainerRuntime
let node: Agent

beforeEach(async () => {
  peer = await startContainerRuntime()
  node = agent(peer.url)
})
afterEach(async () => {
  node.close()
  await peer.stop()
})

describe('events', () => {
  test('events are unimplemented by default', async () => {
    const stream = openEvents(node)

    expect(await new Promise((resolve) => stream.onEnd(resolve))).toMatchObject({ code: 12 })
    expect(peer.asked('GetContainerEvents')).toMatchObject([{ outcome: { status: 'UNIMPLEMENTED' } }])
  })

  test('events report every change of a container', async () => {
    const eventfulRuntime = await startContainerRuntime({ events: true })
    await using _ = eventfulRuntime
    const eventClient = agent(eventfulRuntime.url)
    const stream = openEvents(eventClient)
    const types: number[] = []
    stream.onMessage(({ containerEventType }) => types.push(containerEventType))
    stream.onEnd(() => undefined)
    await untilAsked(eventfulRuntime, ({ method }) => method === 'GetContainerEvents', {
      withinMs: timeoutMs,
    })
    const containerId = await eventClient.runContainer(await eventClient.runPod())
    await eventClient.runtime.removeContainer({ containerId })
    await until(() => types.length === 4, { withinMs: timeoutMs, what: 'four events came' })

    expect(types).toEqual([0, 1, 2, 3])
    stream.cancel()
    await until(() => eventfulRuntime.asked('GetContainerEvents')[0]?.outcome?.status === 'CANCELLED', {
      withinMs: timeoutMs,
      what: 'the end of the stream was noted',
    })
    eventClient.close()
  })
})
