import { availableParallelism } from 'node:os'
import { expect, rulesOf, says, test } from '#kit'
import { mountBytes } from '#kit/launch.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { bytesOf, coresOf, type NodeObject } from './node-object.ts'
import { nodeWithFlags } from './node-with-flags.ts'
import { minimalAgent, reservingAgent, nodeWithCapacity } from './status-fixtures.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Node agent flags', program })

const reservedBytes = 200 * 1024 * 1024
const evictedBytes = 100 * 1024 * 1024
const storageBytes = (1 + 2 + 4) * 1024 * 1024

must('agent.node.pods-per-core', flagRow('--pods-per-core', 'capacity'), () => {
  says('The node takes --pods-per-core pods for each core, and no more than --max-pods.')
  test(
    { title: 'the capacity is the given number of pods for each core', id: 'takes so many for each core' },
    async () => {
      const { status } = await nodeWithCapacity(reservingAgent)
      expect(status?.capacity?.pods).toBe(String(3 * availableParallelism()))
    },
  ).sees('pods-per-core-ignored')

  test(
    { title: 'the capacity is at most --max-pods', id: 'takes no more than it takes at all' },
    async () => {
      expect((await nodeWithCapacity(minimalAgent)).status?.capacity?.pods).toBe('5')
    },
  ).sees('pods-per-core-beats-max')

  test(
    {
      title: 'the capacity is --max-pods when --pods-per-core is 0',
      id: 'takes as many as --max-pods says for 0',
    },
    async () => {
      const { status } = await nodeWithFlags({ '--pods-per-core': 0, '--max-pods': 33 })
      expect(status?.capacity?.pods).toBe('33')
    },
  ).sees('pods-per-core-zero-is-none')
})

const reservedAmounts = ({ status }: NodeObject) => ({
  storage:
    bytesOf(status?.capacity?.['ephemeral-storage']) - bytesOf(status?.allocatable?.['ephemeral-storage']),
  bytes: bytesOf(status?.capacity?.memory) - bytesOf(status?.allocatable?.memory),
  cores: Math.round((coresOf(status?.capacity?.cpu) - coresOf(status?.allocatable?.cpu)) * 1000) / 1000,
})

must('agent.node.reserved', { rows: ['--orch-reserved', '--system-reserved'], aspect: 'behaviour' }, () => {
  says('What --orch-reserved and --system-reserved keep, and what eviction keeps free, is not for pods.')
  test({ title: 'reserved CPU is not allocatable', id: 'promises no CPU that is reserved' }, async () => {
    expect(reservedAmounts(await nodeWithCapacity(reservingAgent)).cores).toBe(0.3)
  }).sees('orch-reserved-ignored')

  test(
    {
      title: 'memory that is reserved or kept free is not allocatable',
      id: 'promises no memory that is reserved or kept free',
    },
    async () => {
      expect(reservedAmounts(await nodeWithCapacity(reservingAgent)).bytes).toBe(reservedBytes + evictedBytes)
    },
  ).sees('eviction-not-counted')

  test(
    {
      title: 'local storage that is reserved or kept free is not allocatable',
      id: 'promises no local storage that is reserved or kept free',
    },
    async () => {
      expect(reservedAmounts(await nodeWithCapacity(reservingAgent)).storage).toBe(storageBytes)
    },
  ).sees('reserved-storage-ignored')
})

must('agent.node.reserved-shares', flagRow('--eviction-hard', 'allocatable resources'), () => {
  says('What a share of --eviction-hard keeps free is not for pods, and what --eviction-soft keeps free is.')
  test(
    { title: 'memory that a share of the hard threshold keeps free is not allocatable', id: 'memory' },
    async () => {
      const node = await nodeWithFlags({
        '--eviction-hard': 'memory.available<10%',
        '--eviction-soft': 'memory.available<30%',
        '--eviction-soft-grace-period': 'memory.available=1h',
      })
      const share = reservedAmounts(node).bytes / bytesOf(node.status?.capacity?.memory)
      expect(share).toBeCloseTo(0.1, 3)
    },
  ).sees('eviction-shares-not-counted', 'soft-eviction-counted', 'eviction-not-counted')
})

must('agent.node.reserved-cpus', flagRow('--reserved-cpus', 'behaviour'), () => {
  says('--reserved-cpus supersedes the CPU of the other reservations.')
  test(
    { title: 'exactly the reserved CPUs are not allocatable', id: 'keeps those CPUs, and no more' },
    async () => {
      expect(reservedAmounts(await nodeWithCapacity(minimalAgent)).cores).toBe(1)
    },
  ).sees('reserved-cpus-ignored')
})

must(
  'agent.node.ignores-eviction',
  flagRow('--experimental-allocatable-ignore-eviction', 'behaviour'),
  () => {
    says('With --experimental-allocatable-ignore-eviction pods are promised what eviction keeps free.')
    test(
      { title: 'memory that eviction keeps free is allocatable', id: 'promises that memory, too' },
      async () => {
        const node = await nodeWithCapacity(minimalAgent)
        expect(node.status?.allocatable?.memory).toBeDefined()
        expect(reservedAmounts(node).bytes).toBe(0)
      },
    ).sees('eviction-counted-anyway')
  },
)

must('agent.node.local-storage', flagRow('--local-storage-capacity-isolation', 'behaviour'), () => {
  says('With --local-storage-capacity-isolation, the node reports its local storage.')
  test({ title: 'reports the capacity of local storage', id: 'tells how much there is' }, async () => {
    const { status } = await nodeWithCapacity(reservingAgent)
    expect(bytesOf(status?.capacity?.['ephemeral-storage'])).toBe(mountBytes)
  }).sees('local-storage-never-told')

  test(
    {
      title: 'reports no capacity of local storage when the flag is false',
      id: 'tells of none when it is false',
    },
    async () => {
      const { status } = await nodeWithCapacity(minimalAgent)
      expect(status?.capacity?.pods).toBeDefined()
      expect(status?.capacity?.['ephemeral-storage']).toBeUndefined()
    },
  ).sees('local-storage-told-anyway')
})
