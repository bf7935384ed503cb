import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Agent, agent } from './testing/agent.ts'
import { type ContainerRuntime, startContainerRuntime } from './index.ts'

let directory: string
let log: string
let peer: ContainerRuntime
let node: Agent

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orch-cri-logs-'))
  mkdirSync(join(directory, 'app'))
  log = join(directory, 'app/0.log')
  peer = await startContainerRuntime()
  node = agent(peer.url)
})
afterEach(async () => {
  node.close()
  await peer.stop()
  rmSync(directory, { recursive: true, force: true })
})

const startContainer = async () => node.runContainer(await node.runPod(directory))

test('a container writes complete lines and parts of long lines, with time and stream', async () => {
  const id = await startContainer()
  peer.containers.write(id, { lines: ['hello', ''] })
  peer.containers.write(id, { lines: ['x'.repeat(16_385)], stream: 'stderr' })
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')

  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z stdout F hello$/)
  expect(lines[1]).toMatch(/ stdout F $/)
  expect(lines[2]).toMatch(/ stderr P x+$/)
  expect(lines[3]).toMatch(/ stderr F x$/)
  expect((await node.statusOf(id))?.logPath).toBe(log)
})

test.each([41, 1023, 1024, 16_425, 16_430, 100_000])('a container writes exactly %i bytes', async (bytes) => {
  peer.containers.write(await startContainer(), { bytes })

  expect(statSync(log).size).toBe(bytes)
})

test('the runtime writes to a renamed log until the log is reopened', async () => {
  const id = await startContainer()
  const rotatedLog = `${log}.1`
  renameSync(log, rotatedLog)
  peer.containers.write(id, { bytes: 50 })
  await node.runtime.reopenContainerLog({ containerId: id })
  peer.containers.write(id, { bytes: 60 })

  expect([statSync(rotatedLog).size, statSync(log).size]).toEqual([50, 60])
  expect(peer.containers.get(id).log.bytes).toBe(60)
})

test('only a running container reopens its log', async () => {
  const id = await startContainer()
  peer.containers.exit(id)

  await expect(node.runtime.reopenContainerLog({ containerId: id })).rejects.toMatchObject({ code: 9 })
  expect(() => peer.containers.write(id, { bytes: 50 })).toThrow('closed when the container ended')
})

test('a container without a log directory runs without a log', async () => {
  const id = await node.runContainer(await node.runPod(join(directory, 'nowhere')))

  expect(() => peer.containers.write(id, { bytes: 50 })).toThrow(/cannot write its log .*ENOENT/)
  expect(() => peer.containers.write(id, { bytes: 40 })).toThrow(/cannot write its log/)
  await expect(node.runtime.reopenContainerLog({ containerId: id })).rejects.toMatchObject({ code: 2 })
})

test('a write of fewer bytes than a line needs is rejected', async () => {
  const id = await startContainer()

  expect(() => peer.containers.write(id, { bytes: 40 })).toThrow('at least 41 bytes')
})

test("logs are written below the root of the agent's file system, and the reported log path omits that root", async () => {
  peer.containers.filesUnder = directory
  const id = await node.runContainer(await node.runPod('/'))
  peer.containers.write(id, { bytes: 50 })

  expect(statSync(log).size).toBe(50)
  expect((await node.statusOf(id))?.logPath).toBe('/app/0.log')
})
