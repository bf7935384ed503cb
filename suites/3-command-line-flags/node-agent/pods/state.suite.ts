import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { podObject, runPod } from '../fixture.ts'
import { defaultFixture } from './default-fixture.ts'

const { must } = rulesOf({ document: 3, section: 'What the service does', program: 'node-agent' })

const reportsWithinMs = 45_000
const ref = { resource: 'pods', name: 'overwritten' }

must('agent.pods.state-again', { row: 'node agent: pods', aspect: 'state', limitMs: 120_000 }, () => {
  says('The status of a pod is reported again each time that another client has changed it.')
  test({ title: 'reports the phase of a pod again after each change', id: 'phase' }, async () => {
    const agentFixture = await defaultFixture()
    const { api } = agentFixture
    await runPod(agentFixture, podObject(ref.name))
    const phase = () => (api.hand.get(ref)?.['status'] as { phase?: string } | undefined)?.phase
    expect(await becomesTrue(() => phase() === 'Running', reportsWithinMs), 'the first report').toBe(true)
    for (const ordinal of ['first', 'second']) {
      api.hand.patch(ref, { status: { phase: 'Pending' } })
      expect(
        await becomesTrue(() => phase() === 'Running', reportsWithinMs),
        `after the ${ordinal} change`,
      ).toBe(true)
    }
  }).sees('pod-states-reported-once')
})
