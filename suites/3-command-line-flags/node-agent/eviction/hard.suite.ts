import { becomesTrue, currentCheck, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  isEvicted,
  pollsEveryMs,
  seenWithinMs,
  startOnSmallDisk,
  stopRequestOf,
  hasCondition,
} from './fixtures.ts'

const program = 'node-agent'

const { must, unspecified } = rulesOf({
  document: 3,
  section: 'States and transitions',
  program,
  overlaps: true,
  waits: true,
  limitMs: 120_000,
})
// Half of the disk must stay free.
const hardThreshold = { '--eviction-hard': 'nodefs.available<50%' }
const seconds = 60

must('agent.eviction.hard', flagRow('--eviction-hard', 'behaviour'), () => {
  says('A pod goes at once when less is left than a threshold of --eviction-hard says.')
  test({ title: 'evicts a pod below the threshold', id: 'ends a pod when too little is left' }, async () => {
    const disk = await startOnSmallDisk(hardThreshold, { terminationGracePeriodSeconds: seconds })
    expect(disk.container).toBeDefined()
    disk.fill(60)
    expect(await isEvicted(disk)).toBe(true)
    const status = () =>
      disk.api.hand.get({ resource: 'pods', name: 'victim' })?.['status'] as { phase?: string } | undefined
    expect(await becomesTrue(() => status()?.phase === 'Failed', pollsEveryMs)).toBe(true)
    currentCheck().observe('status of the pod', status())
    expect(Number(stopRequestOf(disk)?.request.timeout)).toBeLessThan(seconds / 2)
  }).sees('hard-eviction-waits', 'eviction-share-of-half')

  test({ title: 'keeps a pod above the threshold', id: 'leaves it when enough is left' }, async () => {
    const disk = await startOnSmallDisk(hardThreshold)
    expect(disk.container).toBeDefined()
    disk.fill(40)
    expect(await isEvicted(disk, seenWithinMs)).toBe(false)
  }).sees('api-pods-not-run')
})

must('agent.eviction.condition', { row: 'node agent: eviction pressure', limitMs: 180_000 }, () => {
  says(
    'The pressure condition is reported, and clears no earlier than --eviction-pressure-transition-period after the pressure ends.',
  )
  const transitionMs = 15_000
  test(
    {
      title: 'reports pressure until the period after the end of the shortage',
      id: 'tells of pressure until so long after its end',
    },
    async () => {
      const disk = await startOnSmallDisk({
        ...hardThreshold,
        '--eviction-pressure-transition-period': `${transitionMs}ms`,
      })
      disk.fill(80)
      expect(await becomesTrue(() => hasCondition(disk, 'DiskPressure'), seenWithinMs)).toBe(true)
      await becomesTrue(() => stopRequestOf(disk) !== undefined, pollsEveryMs)
      disk.free()
      const endedMs = performance.now()
      const isOver = () => !hasCondition(disk, 'DiskPressure')
      expect(await becomesTrue(isOver, transitionMs + seenWithinMs)).toBe(true)
      expect(performance.now() - endedMs).toBeGreaterThan(transitionMs - 3_000)
    },
  ).sees('pressure-left-at-once')

  test(
    {
      title: 'reports pressure for the period of the flag, and no longer',
      id: 'tells so as long as the flag says, and not for ever',
    },
    async () => {
      const shortPeriodMs = 18_000
      const disk = await startOnSmallDisk({
        ...hardThreshold,
        '--eviction-pressure-transition-period': `${shortPeriodMs}ms`,
      })
      disk.fill(80)
      expect(await becomesTrue(() => hasCondition(disk, 'DiskPressure'), seenWithinMs)).toBe(true)
      disk.free()
      expect(await becomesTrue(() => !hasCondition(disk, 'DiskPressure'), 2 * seenWithinMs)).toBe(true)
      disk.fill(80)
      const hasPressureAgain = await becomesTrue(() => hasCondition(disk, 'DiskPressure'), seenWithinMs)
      expect(hasPressureAgain, 'pressure when the disk is full again').toBe(true)
      disk.free()
      const endedMs = performance.now()
      expect(await becomesTrue(() => !hasCondition(disk, 'DiskPressure'), 2 * seenWithinMs)).toBe(true)
      expect(performance.now() - endedMs, 'pressure after the second end').toBeGreaterThan(
        shortPeriodMs - 3_000,
      )
    },
  ).sees('pressure-told-once', 'pressure-transition-ignored', 'pressure-left-at-once-later')
})

must(
  'agent.eviction.long-pressure',
  flagRow('--eviction-pressure-transition-period', 'long pressure'),
  () => {
    says('The period begins with the end of the pressure, however long the pressure lasts.')
    // Longer than the time between two checks of an agent, which may be that late to see the end.
    const transitionMs = 25_000
    test('reports pressure that lasts longer than the period until the period after its end', async () => {
      const disk = await startOnSmallDisk({
        ...hardThreshold,
        '--eviction-pressure-transition-period': `${transitionMs}ms`,
      })
      disk.fill(80)
      expect(await becomesTrue(() => hasCondition(disk, 'DiskPressure'), seenWithinMs)).toBe(true)
      const isOver = () => !hasCondition(disk, 'DiskPressure')
      expect(await becomesTrueSoon(isOver, transitionMs + pollsEveryMs), 'an end during the shortage').toBe(
        false,
      )
      disk.free()
      const endedMs = performance.now()
      expect(await becomesTrue(isOver, transitionMs + seenWithinMs)).toBe(true)
      expect(performance.now() - endedMs).toBeGreaterThan(transitionMs - pollsEveryMs - 1_000)
    }).sees('pressure-wait-from-its-beginning')
  },
)

must('agent.eviction.reclaim', flagRow('--eviction-minimum-reclaim', 'behaviour'), () => {
  says(
    'As much is won back as --eviction-minimum-reclaim says: pods go until that is free beyond the threshold.',
  )
  test({ title: 'evicts pods until the minimum is free', id: 'goes on until so much is free' }, async () => {
    const disk = await startOnSmallDisk({
      ...hardThreshold,
      // Reclaim amounts of other resources must not be mistaken for the reclaim amount of the disk.
      '--eviction-minimum-reclaim': 'memory.available=1Mi,nodefs.available=20%',
      '--eviction-pressure-transition-period': '5s',
    })
    expect(disk.container).toBeDefined()
    disk.runtime.images.add({ name: 'registry.example/unused:1' })
    disk.fill(80)
    expect(await isEvicted(disk)).toBe(true)
    expect(await becomesTrue(() => hasCondition(disk, 'DiskPressure'), seenWithinMs)).toBe(true)
    // Frees more than the threshold, but less than the minimum reclaim.
    disk.fill(40)
    const isPressureOver = () => !hasCondition(disk, 'DiskPressure')
    expect(await becomesTrueSoon(isPressureOver, seenWithinMs)).toBe(false)
    disk.fill(20)
    expect(await becomesTrue(isPressureOver, 2 * seenWithinMs), 'pressure ends once so much is free').toBe(
      true,
    )
  }).sees(
    'minimum-reclaim-ignored',
    'minimum-reclaim-of-another',
    'minimum-reclaim-never-won',
    'pressure-transition-ignored',
  )
})

unspecified('agent.eviction.images-first', flagRow('--eviction-hard', 'what goes first'), () => {
  says('What an agent frees of a full disk before pods go is left open.')
  test({ title: 'observes whether images are removed', id: 'observes whether images go' }, async () => {
    const disk = await startOnSmallDisk({ ...hardThreshold, '--minimum-image-ttl-duration': '0s' })
    disk.runtime.images.add({ name: 'registry.example/unused:1' })
    disk.fill(80)
    const areImagesRemoved = await becomesTrue(
      () => disk.runtime.asked('RemoveImage').length > 0,
      seenWithinMs,
    )
    currentCheck().observe('unused images go', areImagesRemoved)
  })
})
