import { accepts, becomesTrue, expect, refuses, rulesOf, says, test } from '#kit'
import { agentOutcome, expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program, overlaps: true })

const exitWithinMs = 10_000
const swap = '/dev/vda2                               partition\t1048572\t0\t-2\n'
const swaps = { '/proc/swaps': `Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n${swap}` }

for (const [id, source] of Object.entries({
  'agent.host.swap': { document: 3, section: 'Errors', rows: ['node agent: swap'] } as const,
  'agent.flag.fail-swap-on.behaviour': flagRow('--fail-swap-on', 'behaviour'),
})) {
  must(id, source, () => {
    says('An agent does not start with swap on, unless --fail-swap-on is false.')
    accepts('a machine without swap', () =>
      expectAgentAccepted({ host: { files: {} }, flags: { '--fail-swap-on': true } }),
    )

    refuses({ title: 'a machine with swap', id: 'one with swap' }, () =>
      expectAgentRefusal({ host: { files: swaps }, flags: { '--fail-swap-on': true } }, 'swap'),
    ).sees('swap-accepted')

    accepts(
      { title: 'a machine with swap when the flag is false', id: 'one with swap when it is false' },
      () => expectAgentAccepted({ host: { files: swaps }, flags: { '--fail-swap-on': false } }),
    ).sees('swap-never-accepted')
  })
}

// Terms of a refusal about cgroups of version 1.
const cgroupV1Terms = ['cgroupv1', 'cgroup v1', 'cgroups v1', 'version 1', 'fail-cgroupv1']

for (const [id, source] of Object.entries({
  'agent.host.cgroup-v1': { document: 3, section: 'Errors', rows: ['node agent: cgroup v1'] } as const,
  'agent.flag.fail-cgroupv1.behaviour': flagRow('--fail-cgroupv1', 'behaviour'),
})) {
  must(id, source, () => {
    says('With --fail-cgroupv1 an agent does not start on a machine with cgroups of version 1.')
    accepts({ title: 'a machine with cgroups of version 2', id: 'a machine with version 2' }, () =>
      expectAgentAccepted({ host: { cgroups: 2 }, flags: { '--fail-cgroupv1': true } }),
    )

    refuses({ title: 'a machine with cgroups of version 1', id: 'one with version 1' }, () =>
      expectAgentRefusal({ host: { cgroups: 1 }, flags: { '--fail-cgroupv1': true } }, cgroupV1Terms),
    ).sees('cgroup-v1-accepted')
  })
}

must('agent.host.kernel-defaults', flagRow('--protect-kernel-defaults', 'behaviour'), () => {
  says('With --protect-kernel-defaults an agent does not start on a machine whose kernel is set otherwise.')
  const flags = { '--protect-kernel-defaults': true }
  accepts(
    { title: 'the kernel settings that the agent requires', id: 'the settings that the agent wants' },
    () => expectAgentAccepted({ host: { files: {} }, flags }),
  )

  // An agent may check the kernel settings after it serves.
  test(
    { title: 'ends if a kernel setting differs from the required value', id: 'ends where there are others' },
    async () => {
      const host = { files: { '/proc/sys/vm/overcommit_memory': '2\n' } }
      let hasEnded = false
      const { outcome } = await agentOutcome({ host, flags }, async ({ program: own }) => {
        hasEnded = await becomesTrue(() => own.exit !== undefined, exitWithinMs)
      })
      expect(hasEnded ? 'refused' : outcome).toBe('refused')
    },
  ).sees('kernel-defaults-unprotected')
})
