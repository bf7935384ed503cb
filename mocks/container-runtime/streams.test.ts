import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Agent, agent } from './testing/agent.ts'
import { type ContainerRuntime, startContainerRuntime } from './index.ts'

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

describe('streams', () => {
  test('an Exec call returns the address of one stream, which echoes its input', async () => {
    const containerId = await node.runContainer(await node.runPod())
    const { url } = await node.runtime.exec({ containerId, cmd: ['sh'] })
    const { hostname, port, pathname } = new URL(url)
    const openStream = () =>
      new Promise<{ code: number | undefined; data: string }>((resolve, reject) => {
        const headers = { connection: 'upgrade', upgrade: 'SPDY/3.1' }
        const clientRequest = request({ host: hostname, port, path: pathname, headers })
        clientRequest.once('error', reject)
        clientRequest.once('response', ({ statusCode }) => resolve({ code: statusCode, data: '' }))
        clientRequest.once('upgrade', ({ statusCode }, socket) => {
          socket.once('data', (bytes: Buffer) => resolve({ code: statusCode, data: bytes.toString() }))
          socket.write('hello')
        })
        clientRequest.end()
      })

    expect(await openStream()).toEqual({ code: 101, data: 'hello' })
    expect(peer.streams.connections).toBe(1)
    expect(await openStream()).toMatchObject({ code: 404 })
  })

  test('a stream requires a running container or a ready sandbox', async () => {
    const podSandboxId = await node.runPod()
    const containerId = await node.runContainer(podSandboxId)
    expect((await node.runtime.attach({ containerId })).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/attach\//)
    expect((await node.runtime.portForward({ podSandboxId })).url).toMatch(/\/portforward\//)
    await node.runtime.stopPodSandbox({ podSandboxId })

    await expect(node.runtime.attach({ containerId })).rejects.toMatchObject({ code: 9 })
    await expect(node.runtime.portForward({ podSandboxId })).rejects.toMatchObject({ code: 9 })
  })
})
