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

test('reports its version, that it is ready, and its cgroup driver', async () => {
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
  test('runs, is listed by its labels and state, stops, and is removed with its containers', async () => {
    const podSandboxId = await node.runPod()
    await node.runContainer(podSandboxId)
    const status = await node.runtime.podSandboxStatus({ podSandboxId })

    expect(status.status).toMatchObject({
      labels: { app: 'web' },
      annotations: { note: 'kept' },
      network: { ip: expect.stringMatching(/^10\./) },
    })
    expect(status.containersStatuses).toHaveLength(1)
    const listed = async (filter: object) => (await node.runtime.listPodSandbox({ filter })).items.length
    expect(await listed({ labelSelector: { app: 'web' } })).toBe(1)
    expect(await listed({ labelSelector: { app: 'other' } })).toBe(0)
    await node.runtime.stopPodSandbox({ podSandboxId })
    expect(await listed({ state: { state: PodSandboxState.SANDBOX_READY } })).toBe(0)
    await node.runtime.removePodSandbox({ podSandboxId })
    expect(await listed({})).toBe(0)
    expect(peer.containers.all).toEqual([])
  })

  test('is rejected for a known attempt, and for an unknown handler', async () => {
    await node.runPod()
    await expect(node.runPod()).rejects.toMatchObject({ code: 6 })
    await expect(node.runtime.runPodSandbox({ config: pod, runtimeHandler: 'vm' })).rejects.toMatchObject({
      code: 3,
    })
    expect(await node.runPod('', 1)).not.toBe('')
  })

  test('stops and is removed twice without an error, and is then unknown', async () => {
    const podSandboxId = await node.runPod()
    for (const _ of [1, 2]) await node.runtime.stopPodSandbox({ podSandboxId })
    for (const _ of [1, 2]) await node.runtime.removePodSandbox({ podSandboxId })

    await expect(node.runtime.podSandboxStatus({ podSandboxId })).rejects.toMatchObject({ code: 5 })
  })
})

test('restarts: its sockets close and reopen, its containers stay', async () => {
  const containerId = await node.runContainer(await node.runPod())
  const { pathname } = new URL(peer.url)
  await peer.unlisten()
  expect(existsSync(pathname)).toBe(false)
  await expect(node.runtime.version({})).rejects.toMatchObject({ code: 14 })
  await peer.listen()
  const again = agent(peer.url)

  expect((await again.statusOf(containerId))?.state).toBe(ContainerState.CONTAINER_RUNNING)
  again.close()
  await peer.stop()
  expect(existsSync(pathname)).toBe(false)
})

test('records unknown and unimplemented methods in the journal', async () => {
  const other = grpcClient(RuntimeService, peer.imagesUrl)
  await expect(other.version({})).rejects.toMatchObject({ code: 12 })
  await expect(node.runtime.checkpointContainer({})).rejects.toMatchObject({ code: 12 })
  other.close()

  expect(peer.journal).toMatchObject([
    { method: 'Unknown', socket: 'images', request: { path: '/runtime.v1.RuntimeService/Version' } },
    { method: 'CheckpointContainer', outcome: { status: 'UNIMPLEMENTED' } },
  ])
})
