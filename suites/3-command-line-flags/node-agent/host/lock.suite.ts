import { inject } from 'vitest'
import {
  accepts,
  becomesTrue,
  currentCheck,
  expect,
  becomesTrueSoon,
  refuses,
  rulesOf,
  says,
  test,
} from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import {
  agentOutcome,
  expectAgentAccepted,
  expectAgentRefusal,
  startAgent,
} from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program, waits: true })

const happensWithinMs = 10_000
const staysAwayMs = 3_000

/** Returns a lock file in a new directory for the running check. */
function lockFile(): { path: string } {
  const directory = makeWorkspace('lock')
  currentCheck().defer(async () => removeWorkspace(directory))
  return { path: `${directory}/lock` }
}

must('agent.process.lock', flagRow('--lock-file', 'behaviour'), () => {
  says('Only one agent at a time has the file of --lock-file.')
  test(
    {
      title: 'lets a second agent start when the first has ended',
      id: 'lets a second agent begin when the first has ended',
    },
    async () => {
      const flags = { '--lock-file': lockFile() }
      const firstAgent = await startAgent({ flags })
      let isReady = false
      const secondStart = startAgent({ flags }).then(() => {
        isReady = true
      })
      const stopFirstAgent = async (): Promise<void> => {
        expect(await becomesTrueSoon(() => isReady, staysAwayMs)).toBe(false)
        await firstAgent.program.stop(inject('settings').target.limits.stopMs)
      }
      await Promise.all([secondStart, stopFirstAgent()])
    },
  ).sees('lock-not-taken')
})

must('agent.process.lock-left', flagRow('--lock-file', 'a file that exists'), () => {
  says('A file of --lock-file that no agent holds does not keep an agent from starting.')
  accepts({ title: 'a lock file that an ended agent left', id: 'left' }, async () => {
    const lock = lockFile()
    writePrivate(lock.path, '4194305\n')
    await expectAgentAccepted({ flags: { '--lock-file': lock } })
  }).sees('existing-lock-is-taken')
})

must('agent.process.lock-contention', flagRow('--exit-on-lock-contention', 'behaviour'), () => {
  says('With --exit-on-lock-contention an agent ends when another one wants its lock.')
  accepts('a lock file', () =>
    expectAgentAccepted({ flags: { '--lock-file': lockFile(), '--exit-on-lock-contention': true } }),
  )

  refuses({ title: 'the flag without a lock file', id: 'to have none' }, () =>
    expectAgentRefusal({ flags: { '--exit-on-lock-contention': true } }, 'lock'),
  ).sees('contention-without-lock')

  test(
    {
      title: 'an agent ends when another agent starts with its lock file',
      id: 'ends when another agent begins',
    },
    async () => {
      const flags = { '--lock-file': lockFile() }
      const firstOutcome = await agentOutcome(
        { flags: { ...flags, '--exit-on-lock-contention': true } },
        async (agent) => {
          const expectFirstAgentEnds = async (): Promise<void> => {
            expect(await becomesTrue(() => agent.program.exit !== undefined, happensWithinMs)).toBe(true)
          }
          await Promise.all([startAgent({ flags }), expectFirstAgentEnds()])
        },
      )
      expect(firstOutcome).toMatchObject({ outcome: 'ready' })
    },
  ).sees('contention-ignored')
})
