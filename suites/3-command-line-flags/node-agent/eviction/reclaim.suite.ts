import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { becomesTrue, becomesTrueSoon, expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { mountBytes } from '#kit/launch.ts'
import { rootName } from '#harness/programs/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { startAgentFixture } from '../fixture.ts'
import { hasCondition, pollsEveryMs, resizeFile, seenWithinMs } from './fixtures.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  overlaps: true,
  waits: true,
  limitMs: 300_000,
})

/**
 * Used shares of a file system. `short` leaves less than the threshold; `between` leaves more, but less than the
 * threshold and the minimum reclaim together.
 */
interface Levels {
  readonly short: number
  readonly between: number
}

/** Thresholds, minimum reclaims and levels. A few of the inodes are always in use. */
const resources = {
  available: { threshold: '50%', reclaim: '20%', levels: { short: 0.8, between: 0.4 } },
  inodesFree: { threshold: '99.8%', reclaim: '0.1%', levels: { short: 0.004, between: 0.0015 } },
} as const
type Resource = keyof typeof resources
const resourceNames = Object.keys(resources) as Resource[]

// Each file system has a hard threshold of one resource, and a soft threshold of the other.
const fileSystems = {
  nodefs: { hard: 'inodesFree', soft: 'available' },
  imagefs: { hard: 'available', soft: 'inodesFree' },
} as const

/**
 * Sets the used share of a file system. Writes or removes only the difference, because an agent could observe a
 * resource that is free only for a moment.
 */
function setUsage(directory: string, resource: Resource, level: number): void {
  const fillerPath = join(directory, `filler-${resource}`)
  if (resource === 'available') return resizeFile(fillerPath, Math.round(mountBytes * level))
  mkdirSync(fillerPath, { recursive: true })
  const fileCount = Math.round(statfsSync(directory).files * level)
  const currentCount = readdirSync(fillerPath).length
  for (let number = currentCount; number < fileCount; number++)
    writeFileSync(join(fillerPath, String(number)), '')
  for (let number = fileCount; number < currentCount; number++) rmSync(join(fillerPath, String(number)))
}

must(
  'agent.eviction.each-reclaim',
  flagRow('--eviction-minimum-reclaim', 'each signal, hard and soft'),
  () => {
    says('Pressure lasts until the minimum reclaim of the signal is free beyond its threshold, hard or soft.')
    test
      .for(Object.fromEntries(Object.entries(fileSystems).map(([name, one]) => [name, { name, ...one }])))(
        {
          title: 'reports pressure until the minimum reclaim of each signal of %s is free',
          id: 'lasts-until-free-%s',
        },
        async ({ name, hard, soft }) => {
          const pairsOf = (field: 'threshold' | 'reclaim', separator: string, names = resourceNames) =>
            names.map((resource) => `${name}.${resource}${separator}${resources[resource][field]}`).join(',')
          const agentFixture = await startAgentFixture({
            host: {},
            flags: {
              '--node-status-update-frequency': '1s',
              '--eviction-hard': pairsOf('threshold', '<', [hard]),
              '--eviction-soft': pairsOf('threshold', '<', [soft]),
              '--eviction-soft-grace-period': `${name}.${soft}=1s`,
              '--eviction-minimum-reclaim': pairsOf('reclaim', '='),
              '--eviction-pressure-transition-period': '5s',
            },
            onSpawned: (agent, runtime) => {
              runtime.disk.mountpoint = agent.path(rootName)
            },
          })
          const { agent } = agentFixture
          const directory = agent.hostPathOf(agent.path(rootName))
          const hasPressure = (): boolean => hasCondition(agentFixture, 'DiskPressure')
          const expectReclaim = async (resource: Resource, { short, between }: Levels): Promise<void> => {
            setUsage(directory, resource, short)
            expect(await becomesTrue(hasPressure, seenWithinMs), `pressure of ${resource}`).toBe(true)
            // A soft threshold is in effect once its grace period is over at an observation.
            await untilMoment(nowMs() + pollsEveryMs + 2_000, 'the grace period was over')
            setUsage(directory, resource, between)
            const isOver = (): boolean => !hasPressure()
            expect(await becomesTrueSoon(isOver, seenWithinMs), `less of ${resource} is enough`).toBe(false)
            setUsage(directory, resource, 0)
            expect(await becomesTrue(isOver, 2 * seenWithinMs), `enough of ${resource}`).toBe(true)
          }
          await expectReclaim(hard, resources[hard].levels)
          await expectReclaim(soft, resources[soft].levels)
        },
      )
      .sees(
        'minimum-reclaim-of-soft-ignored',
        'minimum-reclaim-of-inodes-ignored',
        'minimum-reclaim-ignored',
        'minimum-reclaim-of-another',
        'minimum-reclaim-never-won',
      )
  },
)
