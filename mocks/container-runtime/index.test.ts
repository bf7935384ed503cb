import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grpcClient } from '../grpc/client.ts'
import { type Agent, agent, pod } from './testing/agent.ts'
import { RuntimeService } from '#protos/container-runtime/runtime_pb.ts'
import { PodSandboxState } from '#protos/container-runtime/sandboxes_pb.ts'
import { CgroupDriver, type ContainerRuntime, ContainerState, startContainerRuntime } from './index.ts'

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

test('a runtime reports its version, readiness and cgroup driver', async () => {
  expect(await node.runtime.version({})).toMatchObject({ version: '0.1.0', runtimeApiVersion: 'v1' })
  expect((await node.runtime.status({})).status?.conditions).toMatchObject([
    { type: 'RuntimeReady', status: true },
    { type: 'NetworkReady', status: true },
  ])
  expect((await node.runtime.runtimeConfig({})).linux?.cgroupDriver).toBe(CgroupDriver.CGROUPFS)
  await node.runtime.updateRuntimeConfig({ runtimeConfig: { networkConfig: { podCidr: '10.1.0.0/24' } } })
  expect(peer.facts.podCidr).toBe('10.1.0.0/24')
})

describe('a sandbox', () => {
  test('a sandbox is run, listed by labels and state, stopped, and removed with its containers', async () => {
    const podSandboxId = await node.runPod()
    await node.runContainer(podSandboxId)
    const status = await node.runtime.podSandboxStatus({ podSandboxId })

    expect(status.status).toMatchObject({
      labels: { app: 'web' },
      annotations: { note: 'kept' },
      network: { ip: expect.stringMatching(/^10\./) },
    })
    expect(status.containersStatuses).toHaveLength(1)
    const countSandboxes = async (filter: object) =>
      (await node.runtime.listPodSandbox({ filter })).items.length
    expect(await countSandboxes({ labelSelector: { app: 'web' } })).toBe(1)
    expect(await countSandboxes({ labelSelector: { app: 'other' } })).toBe(0)
    await node.runtime.stopPodSandbox({ podSandboxId })
    expect(await countSandboxes({ state: { state: PodSandboxState.SANDBOX_READY } })).toBe(0)
    await node.runtime.removePodSandbox({ podSandboxId })
    expect(await countSandboxes({})).toBe(0)
    expect(peer.containers.all).toEqual([])
  })

  test('a sandbox with a known attempt or an unknown handler is rejected', async () => {
    await node.runPod()
    await expect(node.runPod()).rejects.toMatchObject({ code: 6 })
    await expect(node.runtime.runPodSandbox({ config: pod, runtimeHandler: 'vm' })).rejects.toMatchObject({
      code: 3,
    })
    expect(await node.runPod('', 1)).not.toBe('')
  })

  test('a second stop and a second removal of a sandbox succeed', async () => {
    const podSandboxId = await node.runPod()
    for (const _ of [1, 2]) await node.runtime.stopPodSandbox({ podSandboxId })
    for (const _ of [1, 2]) await node.runtime.removePodSandbox({ podSandboxId })

    await expect(node.runtime.podSandboxStatus({ podSandboxId })).rejects.toMatchObject({ code: 5 })
  })
})

test('a restart closes and reopens the sockets and keeps the containers', async () => {
  const containerId = await node.runContainer(await node.runPod())
  const { pathname } = new URL(peer.url)
  await peer.unlisten()
  expect(existsSync(pathname)).toBe(false)
  await expect(node.runtime.version({})).rejects.toMatchObject({ code: 14 })
  await peer.listen()
  const newClient = agent(peer.url)

  expect((await newClient.statusOf(containerId))?.state).toBe(ContainerState.CONTAINER_RUNNING)
  newClient.close()
  await peer.stop()
  expect(existsSync(pathname)).toBe(false)
})

test('the journal records unknown and unimplemented methods', async () => {
  const imagesSocketClient = grpcClient(RuntimeService, peer.imagesUrl)
  await expect(imagesSocketClient.version({})).rejects.toMatchObject({ code: 12 })
  await expect(node.runtime.checkpointContainer({})).rejects.toMatchObject({ code: 12 })
  imagesSocketClient.close()

  expect(peer.journal).toMatchObject([
    { method: 'Unknown', socket: 'images', request: { path: '/runtime.v1.RuntimeService/Version' } },
    { method: 'CheckpointContainer', outcome: { status: 'UNIMPLEMENTED' } },
  ])
})
