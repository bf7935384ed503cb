import { writeFileSync } from 'node:fs'
import { becomesTrue, becomesTrueSoon, expect, rulesOf, says, test } from '#kit'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { startAgentFixture } from '../fixture.ts'
import { hasCondition, pollsEveryMs, seenWithinMs } from './fixtures.ts'

const { must } = rulesOf({ program: 'node-agent', waits: true, overlaps: true, limitMs: 120_000 })

const transitionMs = 25_000
const loadPath = '/proc/loadavg'
/** Returns the content of the file with the number of processes. */
const loadOf = (processes: number) => `0.00 0.00 0.00 1/${processes} 100\n`

must(
  'agent.eviction.transition-of-pids',
  flagRow('--eviction-pressure-transition-period', 'process ids'),
  () => {
    says(
      'The pressure of process ids is reported until the period after its end, as that of other resources.',
    )
    test(
      { title: 'reports the pressure of process ids until the period after its end', id: 'kept' },
      async () => {
        const agentFixture = await startAgentFixture({
          host: { files: { [loadPath]: loadOf(900), '/proc/sys/kernel/pid_max': '1000\n' } },
          flags: {
            '--node-status-update-frequency': '1s',
            '--eviction-hard': 'pid.available<50%',
            '--eviction-pressure-transition-period': `${transitionMs}ms`,
          },
        })
        const { agent } = agentFixture
        const hasPressure = () => hasCondition(agentFixture, 'PIDPressure')
        expect(await becomesTrue(hasPressure, seenWithinMs)).toBe(true)
        writeFileSync(agent.hostPathOf(loadPath), loadOf(100))
        const isOver = () => !hasPressure()
        expect(await becomesTrueSoon(isOver, transitionMs - pollsEveryMs - 1_000), 'an early end').toBe(false)
        expect(await becomesTrue(isOver, transitionMs + seenWithinMs), 'the end').toBe(true)
      },
    ).sees('pressure-of-pids-left-at-once', 'pressure-left-at-once')
  },
)
