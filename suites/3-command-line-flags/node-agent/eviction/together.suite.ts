import { expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { isEvicted, pollsEveryMs, seenWithinMs, startOnSmallDisk } from './fixtures.ts'

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
