import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { mountBytes } from '#kit/launch.ts'
import { rootName } from '#harness/programs/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { startAgentFixture } from '../fixture.ts'
import { seenWithinMs, hasCondition } from './fixtures.ts'

const { must } = rulesOf({ program: 'node-agent', waits: true, overlaps: true })

// Thresholds whose amounts are never available, because a little of each resource is always in use.
const thresholdsBySignal = {
  'memory.available': { condition: 'MemoryPressure', amount: '99.9%' },
  'pid.available': { condition: 'PIDPressure', amount: '99.999%' },
  'nodefs.inodesFree': { condition: 'DiskPressure', amount: '99.99999%' },
  'imagefs.available': { condition: 'DiskPressure', amount: '99.9%' },
  'imagefs.inodesFree': { condition: 'DiskPressure', amount: '99.99999%' },
} as const
const conditions = ['MemoryPressure', 'PIDPressure', 'DiskPressure'] as const

must('agent.eviction.each-signal', flagRow('--eviction-hard', 'each signal'), () => {
  says(
    'Each signal that is below its threshold is reported by the condition of its resource, and by no other.',
  )
  test
    .for(
      Object.fromEntries(
        Object.entries(thresholdsBySignal).map(([signal, one]) => [signal, { signal, ...one }]),
      ),
    )(
      { title: 'reports the pressure condition of %s', id: 'reports %s' },
      async ({ signal, condition, amount }) => {
        const agentFixture = await startAgentFixture({
          host: { filledBytes: Math.round(mountBytes / 10) },
          flags: { '--node-status-update-frequency': '1s', '--eviction-hard': `${signal}<${amount}` },
          onSpawned: (agent, runtime) => {
            runtime.disk.mountpoint = agent.path(rootName)
          },
        })
        expect(await becomesTrue(() => hasCondition(agentFixture, condition), seenWithinMs)).toBe(true)
        expect(conditions.filter((each) => hasCondition(agentFixture, each))).toEqual([condition])
      },
    )
    .sees(({ signal }) => `signal-ignored-${signal}`)

  test({ title: 'reports the pressure conditions of all of several signals', id: 'several' }, async () => {
    const several = ['memory.available', 'pid.available', 'nodefs.inodesFree'] as const
    const thresholds = several.map((signal) => `${signal}<${thresholdsBySignal[signal].amount}`)
    const agentFixture = await startAgentFixture({
      host: { filledBytes: Math.round(mountBytes / 10) },
      flags: { '--node-status-update-frequency': '1s', '--eviction-hard': thresholds.join(',') },
      onSpawned: (agent, runtime) => {
        runtime.disk.mountpoint = agent.path(rootName)
      },
    })
    const present = () => conditions.filter((each) => hasCondition(agentFixture, each))
    await becomesTrue(() => present().length === conditions.length, seenWithinMs)
    expect(present()).toEqual(conditions)
  }).sees('only-first-hard-threshold')
})

// Thresholds of the fixture, whose files fill a tenth of the disk.
const softThresholds = {
  ...thresholdsBySignal,
  'nodefs.available': { condition: 'DiskPressure', amount: '99%' },
} as const
const longGracePeriod = '10m'

must(
  'agent.eviction.each-soft-signal',
  {
    document: 3,
    section: 'Node agent flags',
    rows: ['--eviction-soft', '--eviction-soft-grace-period'],
    aspect: 'each signal',
  },
  () => {
    says(
      'Each signal that is below its soft threshold for its grace period is reported by the condition of its resource, and by no other.',
    )
    test
      .for(
        Object.fromEntries(
          Object.entries(softThresholds).map(([signal, one]) => [signal, { signal, ...one }]),
        ),
      )(
        { title: 'reports the pressure condition of %s at a soft threshold', id: '%s' },
        async ({ signal, condition, amount }) => {
          // The grace periods of the other signals do not matter.
          const graces = Object.keys(softThresholds).map(
            (other) => `${other}=${other === signal ? '1s' : longGracePeriod}`,
          )
          const agentFixture = await startAgentFixture({
            host: { filledBytes: Math.round(mountBytes / 10) },
            flags: {
              '--node-status-update-frequency': '1s',
              '--eviction-soft': `${signal}<${amount}`,
              '--eviction-soft-grace-period': graces.join(','),
            },
            onSpawned: (agent, runtime) => {
              runtime.disk.mountpoint = agent.path(rootName)
            },
          })
          expect(await becomesTrue(() => hasCondition(agentFixture, condition), seenWithinMs)).toBe(true)
          expect(conditions.filter((each) => hasCondition(agentFixture, each))).toEqual([condition])
        },
      )
      .sees('soft-thresholds-without-condition')
  },
)
