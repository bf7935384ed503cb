import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import { type Agent, agent, app, image } from './testing/agent.ts'
import { type ContainerRuntime, ContainerState, startContainerRuntime } from './index.ts'

const timeoutMs = 2000

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

describe('a container', () => {
  test('the state of a container changes from created to running to exited', async () => {
    const podSandboxId = await node.runPod()
    await node.images.pullImage({ image: { image } })
    const { containerId } = await node.runtime.createContainer({ podSandboxId, config: app })
    expect((await node.statusOf(containerId))?.state).toBe(ContainerState.CONTAINER_CREATED)
    await node.runtime.startContainer({ containerId })
    expect(await node.statusOf(containerId)).toMatchObject({
      state: ContainerState.CONTAINER_RUNNING,
      image: { image },
      imageRef: expect.stringMatching(/^sha256:/),
    })
    peer.containers.exit(containerId, { exitCode: 3, message: 'told to' })

    expect(await node.statusOf(containerId)).toMatchObject({
      state: ContainerState.CONTAINER_EXITED,
      exitCode: 3,
      reason: 'Error',
      message: 'told to',
    })
    await expect(node.runtime.startContainer({ containerId })).rejects.toMatchObject({ code: 9 })
  })

  test('a container without a sandbox or without an image is rejected', async () => {
    const config = app
    await expect(node.runtime.createContainer({ podSandboxId: 'none', config })).rejects.toMatchObject({
      code: 5,
    })
    const podSandboxId = await node.runPod()
    await expect(node.runtime.createContainer({ podSandboxId, config })).rejects.toMatchObject({
      code: 5,
      details: `there is no image ${image}`,
    })
  })

  test('a container that ignores the stop signal exits with 137 after its grace period', async () => {
    const containerId = await node.runContainer(await node.runPod())
    peer.containers.get(containerId).onSignal = { exitCode: 0, afterMs: Number.POSITIVE_INFINITY }
    const startedMs = performance.now()
    await node.runtime.stopContainer({ containerId, timeout: 1n })

    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
    expect(await node.statusOf(containerId)).toMatchObject({ exitCode: 137 })
  })

  test('a container exits on the stop signal even if the StopContainer call is cancelled', async () => {
    const containerId = await node.runContainer(await node.runPod())
    peer.containers.get(containerId).onSignal = { exitCode: 0, afterMs: 150 }
    const stop = node.runtime.stopContainer({ containerId, timeout: 30n }, { 'grpc-timeout': '50m' })

    await expect(stop).rejects.toMatchObject({ code: 4 })
    expect((await node.statusOf(containerId))?.state).toBe(ContainerState.CONTAINER_RUNNING)
    await until(() => peer.containers.get(containerId).ending?.exitCode === 0, {
      withinMs: timeoutMs,
      what: 'the container ended by itself',
    })
    expect(peer.asked('StopContainer')[0]).toMatchObject({
      request: { timeout: 30 },
      outcome: { status: 'CANCELLED' },
    })
  })

  test('only a running container has usage', async () => {
    const containerId = await node.runContainer(await node.runPod())
    peer.containers.get(containerId).usage = { milliCores: 500, memoryBytes: 1000, writtenBytes: 5 }
    const { stats } = await node.runtime.listContainerStats({})

    expect(stats).toMatchObject([
      { attributes: { id: containerId }, memory: { workingSetBytes: { value: 1000n } } },
    ])
    expect((await node.runtime.listPodSandboxStats({})).stats[0]?.linux?.containers).toHaveLength(1)
    expect((await node.runtime.listPodSandboxMetrics({})).podMetrics[0]?.containerMetrics).toHaveLength(1)
    peer.containers.exit(containerId)
    expect((await node.runtime.listContainerStats({})).stats).toEqual([])
  })
})

describe('a planted container', () => {
  const uid = 'u9'

  test('a planted container is listed with the given creation time', async () => {
    const sandbox = peer.sandboxes.plant({ metadata: { name: 'old', uid } }, { ready: false })
    const base = peer.images.add({ name: 'base' })
    for (const attempt of [0, 1]) {
      const seed = { state: 'exited', createdAtMs: 1000 + attempt, ending: { exitCode: attempt } } as const
      peer.containers.plant(sandbox, { metadata: { name: 'x', attempt } }, base, seed)
    }
    const { containers } = await node.runtime.listContainers({ filter: { podSandboxId: sandbox.id } })

    expect(containers).toMatchObject([
      { createdAt: 1_000_000_000n, state: ContainerState.CONTAINER_EXITED },
      { createdAt: 1_001_000_000n, state: ContainerState.CONTAINER_EXITED },
    ])
    expect(await node.statusOf(containers[1]?.id ?? '')).toMatchObject({
      exitCode: 1,
      logPath: `${peer.disk.mountpoint}/logs/_old_u9/x-1.log`,
    })
  })

  test('a planted container writes its log into a directory of the peer', () => {
    const sandbox = peer.sandboxes.plant({ metadata: { name: 'foreign', uid } })
    const { id, log } = peer.containers.plant(sandbox, { metadata: { name: 'y' } }, { id: 'sha256:0' })
    peer.containers.write(id, { bytes: 50 })

    expect(log.bytes).toBe(50)
  })
})
