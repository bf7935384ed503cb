import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import { untilAsked } from '../peer/index.ts'
import { type Agent, agent, app, image } from './testing/agent.ts'
import {
  commandsEnd,
  type ContainerRuntime,
  fail,
  hangUp,
  hold,
  notReady,
  silence,
  startContainerRuntime,
  times,
  where,
  wrongVersion,
} from './index.ts'

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

describe('the journal', () => {
  test('an entry has the whole request as data, the timeout of the caller, and the result', async () => {
    const podSandboxId = await node.runPod('/logs')
    const envs = [{ key: 'A', value: Buffer.from('b') }]
    await expect(
      node.runtime.createContainer({ podSandboxId, config: { ...app, envs } }, { 'grpc-timeout': '7S' }),
    ).rejects.toMatchObject({ code: 5 })
    const [, request] = peer.journal

    expect(request).toMatchObject({
      what: `CreateContainer app #0 in ${podSandboxId.slice(0, 13)}`,
      request: { podSandboxId, config: { labels: { app: 'web' }, envs: [{ key: 'A', value: 'b' }] } },
      outcome: { status: 'NOT_FOUND', message: `there is no image ${image}` },
    })
    expect(request?.timeoutMs).toBeGreaterThan(6900)
    expect(request?.timeoutMs).toBeLessThanOrEqual(7000)
    expect(peer.journal[0]).not.toHaveProperty('timeoutMs')
    expect(structuredClone(JSON.parse(JSON.stringify(peer.journal)))).toHaveLength(2)
  })

  test('an entry is recorded before the response, with the credentials of a pull', async () => {
    peer.answer({ pullImage: silence })
    const auth = { username: 'me', password: 'secret' }
    const pull = node.images.pullImage({ image: { image }, auth }, { 'grpc-timeout': '100m' })
    const [request] = await untilAsked(peer, ({ method }) => method === 'PullImage', { withinMs: timeoutMs })

    expect(request).toMatchObject({ what: `PullImage ${image} as me`, request: { auth } })
    expect(request).not.toHaveProperty('outcome')
    await expect(pull).rejects.toMatchObject({ code: 4 })
    await until(() => request?.outcome?.status === 'CANCELLED', {
      withinMs: timeoutMs,
      what: 'the end was noted',
    })
  })

  test('an entry escapes control characters', async () => {
    await node.images.imageStatus({ image: { image: 'a\u001b[2Jb' } })

    expect(peer.journal[0]?.what).toBe('ImageStatus a\\x1b[2Jb')
  })
})

describe('faults', () => {
  test('faults change readiness, the version and the exit code of commands', async () => {
    const containerId = await node.runContainer(await node.runPod())
    peer.answer({ ...notReady('NetworkReady'), ...wrongVersion(), ...commandsEnd(4, { stdout: 'no' }) })

    expect((await node.runtime.status({})).status?.conditions).toMatchObject([
      { type: 'RuntimeReady', status: true },
      { type: 'NetworkReady', status: false, reason: 'ToldSo' },
    ])
    expect(await node.runtime.version({})).toMatchObject({
      version: '9.9.9',
      runtimeName: 'orch-conformance',
    })
    expect(await node.runtime.execSync({ containerId, cmd: ['true'] })).toMatchObject({
      exitCode: 4,
      stdout: Buffer.from('no'),
    })
    peer.reset()
    expect((await node.runtime.execSync({ containerId, cmd: ['echo', 'a'] })).stdout).toEqual(
      Buffer.from('echo a\n'),
    )
  })

  test('a fault rejects a number of requests without any other effect', async () => {
    peer.answer({ runPodSandbox: times(2, fail('UNAVAILABLE', 'not yet')) })
    for (const _ of [1, 2])
      await expect(node.runPod()).rejects.toMatchObject({ code: 14, details: 'not yet' })

    expect(peer.sandboxes.all).toEqual([])
    expect(await node.runPod()).not.toBe('')
  })

  test('a fault affects only matching requests, and may close the connection', async () => {
    const otherImage = 'registry.example/other:1'
    peer.answer({ pullImage: where(({ what }) => what.includes(otherImage), hangUp) })
    await node.images.pullImage({ image: { image } })

    await expect(node.images.pullImage({ image: { image: otherImage } })).rejects.toMatchObject({ code: 14 })
    expect(peer.asked('PullImage').map(({ outcome }) => outcome?.status)).toEqual(['OK', 'UNAVAILABLE'])
  })
})

describe('a hold', () => {
  test('a hold keeps requests until their release, and reports the maximum number at once', async () => {
    const requestHold = hold()
    peer.answer({ pullImage: requestHold.answer })
    const pulls = ['a:1', 'b:1', 'c:1'].map((name) => node.images.pullImage({ image: { image: name } }))
    await until(() => requestHold.held === 3, { withinMs: timeoutMs, what: 'three pulls wait' })
    requestHold.release(1)
    await pulls[0]

    expect(requestHold).toMatchObject({ held: 2, mostHeld: 3 })
    expect(peer.images.all.map(({ tags }) => tags)).toEqual([['a:1']])
    requestHold.release()
    await Promise.all(pulls)
    expect(peer.images.all).toHaveLength(3)
  })

  test('a released request of a caller that left has no effect', async () => {
    const requestHold = hold()
    peer.answer({ runPodSandbox: requestHold.answer })
    const sandboxStart = node.runtime.runPodSandbox(
      { config: { metadata: { name: 'a' } } },
      { 'grpc-timeout': '50m' },
    )
    await expect(sandboxStart).rejects.toMatchObject({ code: 4 })
    await until(() => peer.journal[0]?.outcome !== undefined, {
      withinMs: timeoutMs,
      what: 'the end was noted',
    })
    expect(requestHold).toMatchObject({ held: 0, mostHeld: 1 })
    requestHold.release()
    await node.runtime.version({})

    expect(peer.sandboxes.all).toEqual([])
    expect(peer.journal[0]?.outcome?.status).toBe('CANCELLED')
  })
})
