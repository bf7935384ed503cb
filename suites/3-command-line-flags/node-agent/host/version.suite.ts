import { inject } from 'vitest'
import { becomesTrue, currentCheck, expect, rulesOf, says, test } from '#kit'
import { RunningProgram, spawnProgram } from '#kit/launch.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import type { NodeObject } from '../nodes/node-object.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { startAgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

// Long enough for printing. A program that serves instead is then killed.
const printsWithinMs = 15_000
const eventWithinMs = 15_000

/** Returns the output of the program with a value of --version, and its exit code. */
async function printedVersion(
  value: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const settings = inject('settings')
  const runningProgram = new RunningProgram(
    await spawnProgram({
      settings,
      role: program,
      flags: { '--version': value },
    }),
  )
  currentCheck().show(runningProgram.evidence)
  const limit = setTimeout(() => runningProgram.program.kill(), printsWithinMs)
  const { code } = await runningProgram.program.exited
  clearTimeout(limit)
  await runningProgram.stop()
  return { code, text: runningProgram.program.stdout.text }
}

must('agent.version.printed', flagRow('--version', 'printed'), () => {
  says('--version prints what version the program is, and ends it.')
  test
    .for({ true: 'true', raw: 'raw' })(
      { title: 'prints a version with --version=%s', id: 'prints a version for %s' },
      async (value) => {
        const { code, text } = await printedVersion(value)
        expect(code).toBe(0)
        expect(text).toMatch(/\d+\.\d+/)
      },
    )
    .sees('version-goes-on')
})

must('agent.version.reported', flagRow('--version', 'reported'), () => {
  says('--version=vX.Y.Z… sets the version that is reported.')
  test(
    {
      title: 'reports the version of the flag as the version of the node',
      id: 'tells of the node that it has that version',
    },
    async () => {
      const ownVersion = /v\d+\.\d+\.\d+/.exec((await printedVersion('true')).text)?.[0] ?? 'none'
      // The reported version may differ from the program's version only after the numbers.
      const { api } = await startAgentFixture({ flags: { '--version': `${ownVersion}-reported` } })
      const info = () =>
        ((api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject).status?.nodeInfo ?? {}
      expect(
        await becomesTrue(() => Object.values(info()).includes(`${ownVersion}-reported`), eventWithinMs),
      ).toBe(true)
    },
  ).sees('version-override-ignored')
})
