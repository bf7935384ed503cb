import { expect, rulesOf, says, test } from '#kit'
import { deny } from '#mocks/webhook-authorizer/index.ts'
import { chainOf } from './authorizers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', capability: 'metrics' })

const chain = chainOf('metrics', { allowing: {}, refusing: {} })

must('authz.authorizer.name-in-metrics', 'name', () => {
  says('The name identifies the webhook in the metrics.')
  test(
    {
      title: 'the metrics name each webhook that has decided',
      id: 'the metrics speak of each webhook that has decided by its name',
    },
    async () => {
      await (await chain.caller('allowing')).caller.expectAllowed()
      await (await chain.caller('refusing', { answer: deny() })).caller.expectRefused()

      const { body } = await (await chain.server()).request({ path: '/metrics' })
      const named = [chain.named('allowing'), chain.named('refusing')].filter((name) =>
        body.includes(`="${name}"`),
      )
      expect(named).toEqual([chain.named('allowing'), chain.named('refusing')])
    },
  ).sees('metrics-name-is-type')
})
