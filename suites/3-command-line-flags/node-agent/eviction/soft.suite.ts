import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { isEvicted, pollsEveryMs, seenWithinMs, startOnSmallDisk, stopRequestOf } from './fixtures.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Node agent flags', program, overlaps: true })
// Longer than two observations, to distinguish an early eviction from a late observation.
const graceMs = 25_000
// Returns soft thresholds. The threshold of memory is never met, so that its grace period must not be used.
const softThresholdWith = (ms: number) => ({
  '--eviction-soft': 'memory.available<1Mi,nodefs.available<50%',
  '--eviction-soft-grace-period': `memory.available=1s,nodefs.available=${ms}ms`,
})
const softThreshold = softThresholdWith(graceMs)
const shortPeriodMs = 12_000
const evictedWithinMs = graceMs + seenWithinMs

/** Returns the grace period of the container of a pod with an explicit grace period, for a value of the flag. */
async function graceOf(max: number, own: number): Promise<number> {
  const disk = await startOnSmallDisk(
    {
      ...softThreshold,
      '--eviction-soft-grace-period': 'memory.available=5m,nodefs.available=1s',
      '--eviction-max-pod-grace-period': max,
    },
    { terminationGracePeriodSeconds: own },
  )
  expect(disk.container).toBeDefined()
  disk.fill(80)
  expect(await isEvicted(disk, evictedWithinMs)).toBe(true)
  return Number(stopRequestOf(disk)?.request.timeout)
}

must(
  'agent.eviction.soft',
  {
    rows: ['--eviction-soft', '--eviction-soft-grace-period'],
    aspect: 'behaviour',
    waits: true,
    limitMs: 120_000,
  },
  () => {
    says(
      'A pod goes when less is left than a threshold of --eviction-soft says, for the grace period of that threshold.',
    )
    test(
      {
        title: 'evicts a pod only after the grace period',
        id: 'ends a pod after the grace period, and not before',
      },
      async () => {
        const disk = await startOnSmallDisk(softThreshold)
        expect(disk.container).toBeDefined()
        disk.fill(80)
        const filledMs = performance.now()
        expect(await isEvicted(disk, evictedWithinMs)).toBe(true)
        expect(performance.now() - filledMs).toBeGreaterThan(graceMs - 1_000)
      },
    ).sees('soft-grace-ignored', 'soft-grace-of-another')

    test(
      {
        title: 'keeps a pod if the pressure ends before the end of the grace period',
        id: 'leaves it when the scarcity ends before',
      },
      async () => {
        const disk = await startOnSmallDisk(softThresholdWith(shortPeriodMs))
        expect(disk.container).toBeDefined()
        disk.fill(80)
        expect(await isEvicted(disk, shortPeriodMs / 2)).toBe(false)
        disk.free()
        expect(await isEvicted(disk, shortPeriodMs + pollsEveryMs)).toBe(false)
      },
    ).sees('soft-grace-ignored', 'soft-grace-of-another')
  },
)

must('agent.eviction.soft-grace-needed', flagRow('--eviction-soft-grace-period', 'pair'), () => {
  says('Each threshold of --eviction-soft has a grace period.')
  accepts({ title: 'a threshold with a grace period', id: 'a threshold with one' }, () =>
    expectAgentAccepted({ flags: softThreshold }),
  )

  refuses({ title: 'a threshold without a grace period', id: 'a threshold without one' }, () =>
    expectAgentRefusal(
      { flags: { ...softThreshold, '--eviction-soft-grace-period': 'memory.available=1s' } },
      'nodefs.available',
    ),
  ).sees('soft-threshold-without-grace')
})

must(
  'agent.eviction.max-grace',
  { ...flagRow('--eviction-max-pod-grace-period', 'behaviour'), waits: true, limitMs: 120_000 },
  () => {
    says(
      'A pod that a soft threshold evicts gets the grace period of --eviction-max-pod-grace-period, or its own if that is shorter; negative values are treated as zero.',
    )
    test(
      { title: 'gives a pod at most the grace period of the flag', id: 'gives no more than the flag says' },
      async () => {
        expect(await graceOf(20, 60)).toBe(20)
      },
    ).sees('eviction-grace-not-capped')

    test(
      {
        title: 'gives a pod at most the grace period that the pod requests',
        id: 'gives no more than the pod asks for',
      },
      async () => {
        expect(await graceOf(20, 10)).toBe(10)
      },
    ).sees('eviction-grace-is-the-cap')

    test(
      {
        title: 'gives a pod almost no grace period when the flag is negative',
        id: 'gives next to nothing below zero',
      },
      async () => {
        expect(await graceOf(-5, 60)).toBeLessThanOrEqual(2)
      },
    ).sees('eviction-grace-not-capped')
  },
)

must('agent.eviction.signals', flagRow('--eviction-hard', 'signals'), () => {
  says('Thresholds are of signals that there are.')
  accepts({ title: 'quantities and percentages', id: 'amounts and shares' }, () =>
    expectAgentAccepted({ flags: { '--eviction-hard': 'memory.available<1Mi,nodefs.available<1%' } }),
  )

  refuses({ title: 'a signal that does not exist', id: 'a signal that there is not' }, () =>
    expectAgentRefusal({ flags: { '--eviction-hard': 'patience.available<1Mi' } }, 'patience'),
  ).sees('eviction-signal-unchecked')
})
