import { expect, rulesOf, says, test } from '#kit'
import { deny } from '#mocks/webhook-authorizer/index.ts'
import { chainOf } from './authorizers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', capability: 'metrics' })

const authorizers = chainOf('metrics', { allowing: {}, refusing: {} })

must('authz.authorizer.name-in-metrics', 'name', () => {
  says('The name identifies the webhook in the metrics.')
  test(
    {
      title: 'the metrics contain the name of each webhook that has decided',
      id: 'the metrics speak of each webhook that has decided by its name',
    },
    async () => {
      await (await authorizers.caller('allowing')).caller.expectAllowed()
      await (await authorizers.caller('refusing', { answer: deny() })).caller.expectRefused()

      const { body } = await (await authorizers.server()).request({ path: '/metrics' })
      const reportedNames = [authorizers.nameOf('allowing'), authorizers.nameOf('refusing')].filter((name) =>
        body.includes(`="${name}"`),
      )
      expect(reportedNames).toEqual([authorizers.nameOf('allowing'), authorizers.nameOf('refusing')])
    },
  ).sees('metrics-name-is-type')
})
