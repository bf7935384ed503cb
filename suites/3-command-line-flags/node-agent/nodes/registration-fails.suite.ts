import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { type ApiAnswer, fail, hangUp, times } from '#mocks/api-server/index.ts'
import { nodeExists, startAgentFixture } from '../fixture.ts'
import type { NodeObject } from './node-object.ts'

const { must } = rulesOf({ document: 3, section: 'What the service does', program: 'node-agent' })

const registersWithinMs = 30_000
const failureCount = 2

const failures: Readonly<Record<string, ApiAnswer>> = {
  'an error status': fail(500),
  'no response': hangUp,
}

must('agent.node.registration-again', { row: 'node agent: registration', aspect: 'failed requests' }, () => {
  says('A node whose registration fails is registered later.')
  test
    .for(failures)(
      { title: 'registers the node after requests with %s', id: 'after-%s' },
      async (failure) => {
        let registrations: readonly object[] = []
        const { api } = await startAgentFixture({
          prepareApi: (one) => {
            const rule = one.on({ verb: 'create', resource: 'nodes' }, times(failureCount, failure))
            registrations = rule.asked
          },
        })
        expect(await becomesTrue(() => nodeExists(api), registersWithinMs)).toBe(true)
        expect(registrations.length).toBeGreaterThan(failureCount)
        const status = () =>
          (api.hand.get({ resource: 'nodes', name: nodeName }) as NodeObject | undefined)?.status
        expect(await becomesTrue(() => status()?.conditions !== undefined, registersWithinMs)).toBe(true)
      },
    )
    .sees('registration-tried-once')
})
