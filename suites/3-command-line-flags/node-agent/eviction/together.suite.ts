import { becomesTrue, expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { podObject, runPod } from '../fixture.ts'
import { isEvicted, pollsEveryMs, seenWithinMs, startOnSmallDisk, stopRequestOf } from './fixtures.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  overlaps: true,
  waits: true,
  limitMs: 180_000,
})

const longGraceMs = 300_000
const bothThresholds = {
  '--eviction-hard': 'nodefs.available<20%',
  '--eviction-soft': 'nodefs.available<50%',
  '--eviction-soft-grace-period': `nodefs.available=${longGraceMs}ms`,
}

must(
  'agent.eviction.hard-beside-soft',
  { rows: ['--eviction-hard', '--eviction-soft'], aspect: 'both for one signal' },
  () => {
    says('With a hard and a soft threshold of one signal, each applies: the hard one at once.')
    test({ title: 'evicts a pod at once below the hard threshold', id: 'hard' }, async () => {
      const disk = await startOnSmallDisk(bothThresholds)
      expect(disk.container).toBeDefined()
      disk.fill(90)
      expect(await isEvicted(disk)).toBe(true)
    }).sees('soft-threshold-hides-hard')

    test({ title: 'keeps a pod during the grace period of the soft threshold', id: 'soft' }, async () => {
      const disk = await startOnSmallDisk(bothThresholds)
      expect(disk.container).toBeDefined()
      disk.fill(60)
      expect(await isEvicted(disk, seenWithinMs)).toBe(false)
      disk.fill(90)
      expect(await isEvicted(disk), 'below the hard threshold').toBe(true)
    }).sees('soft-grace-ignored')
  },
)

must(
  'agent.eviction.hard-beside-max-grace',
  { rows: ['--eviction-hard', '--eviction-max-pod-grace-period'], aspect: 'both' },
  () => {
    says(
      '--eviction-max-pod-grace-period is of soft eviction alone: a pod that a hard threshold evicts goes at once.',
    )
    test(
      { title: 'evicts a pod below the hard threshold without the grace period of the flag', id: 'at-once' },
      async () => {
        const maxGraceSeconds = 40
        const disk = await startOnSmallDisk(
          { '--eviction-hard': 'nodefs.available<50%', '--eviction-max-pod-grace-period': maxGraceSeconds },
          { terminationGracePeriodSeconds: 60 },
        )
        expect(disk.container).toBeDefined()
        disk.fill(80)
        expect(await isEvicted(disk)).toBe(true)
        expect(Number(stopRequestOf(disk)?.request.timeout)).toBeLessThan(maxGraceSeconds / 2)
      },
    ).sees('hard-eviction-gets-the-cap', 'hard-eviction-waits')
  },
)

must('agent.eviction.each-pod', { rows: ['--eviction-hard'], aspect: 'shortage that lasts' }, () => {
  says('While less is left than a hard threshold says, one pod after the other goes.')
  test({ title: 'evicts a second pod when the end of the first frees nothing', id: 'second' }, async () => {
    const disk = await startOnSmallDisk({ '--eviction-hard': 'nodefs.available<50%' })
    expect(disk.container).toBeDefined()
    const second = await runPod(disk, podObject('second-victim'))
    expect(second).toBeDefined()
    disk.fill(80)
    const stopped = (id: string | undefined) =>
      disk.runtime.asked('StopContainer').some(({ request }) => request.containerId === id)
    const areStopped = () => stopped(disk.container?.id) && stopped(second?.id)
    expect(await becomesTrue(areStopped, 3 * seenWithinMs)).toBe(true)
  }).sees('evicts-one-pod')
})

const graceMs = 25_000

must(
  'agent.eviction.soft-again',
  { rows: ['--eviction-soft-grace-period'], aspect: 'pressure that ends and begins again' },
  () => {
    says(
      'A soft threshold that is no longer met is met for its whole grace period again before a pod is evicted.',
    )
    test({ title: 'waits for the whole grace period after an interruption', id: 'whole' }, async () => {
      const disk = await startOnSmallDisk({
        '--eviction-soft': 'nodefs.available<50%',
        '--eviction-soft-grace-period': `nodefs.available=${graceMs}ms`,
        '--eviction-pressure-transition-period': '1s',
      })
      expect(disk.container).toBeDefined()
      disk.fill(80)
      // Waits until the agent has observed the pressure, within the grace period.
      await untilMoment(nowMs() + pollsEveryMs + 2_000, 'the pressure was seen')
      disk.free()
      await untilMoment(nowMs() + pollsEveryMs + 2_000, 'its end was seen')
      disk.fill(80)
      const filledMs = performance.now()
      expect(await isEvicted(disk, graceMs + seenWithinMs)).toBe(true)
      expect(performance.now() - filledMs).toBeGreaterThan(graceMs - 1_000)
    }).sees('soft-grace-not-restarted')
  },
)

const softSignals = ['nodefs.available', 'imagefs.available'] as const

must(
  'agent.eviction.soft-of-each',
  { rows: ['--eviction-soft-grace-period'], aspect: 'two thresholds that are met at once' },
  () => {
    says('Of two soft thresholds that are met at once, each has its own grace period.')
    test
      .for({ first: { shorter: softSignals[0] }, second: { shorter: softSignals[1] } })(
        { title: 'evicts a pod after the shorter grace period, of the %s threshold', id: 'shorter-%s' },
        async ({ shorter }) => {
          // Both signals are of one file system.
          const graces = softSignals.map(
            (signal) => `${signal}=${signal === shorter ? graceMs : longGraceMs}ms`,
          )
          const disk = await startOnSmallDisk({
            '--eviction-soft': softSignals.map((signal) => `${signal}<50%`).join(','),
            '--eviction-soft-grace-period': graces.join(','),
          })
          expect(disk.container).toBeDefined()
          disk.fill(80)
          const filledMs = performance.now()
          expect(await isEvicted(disk, graceMs + seenWithinMs)).toBe(true)
          expect(performance.now() - filledMs).toBeGreaterThan(graceMs - 1_000)
        },
      )
      .sees('soft-grace-of-longest', 'soft-grace-ignored')
  },
)
