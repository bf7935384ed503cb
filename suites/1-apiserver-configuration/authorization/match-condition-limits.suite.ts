import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { authorizationTable } from '../../shared/tables/authorization.ts'
import { webhook } from '../../shared/tables/authorization-webhook.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { missesOf } from '../../shared/tables/field-table.ts'

const { must } = rulesOf({ document: 1, section: 'Limits', overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })

must('authz.match-conditions.at-most-64', 'webhook matchConditions', () => {
  says('A webhook has at most 64 match conditions.')
  test.for(missesOf(authorizationTable, 'matchConditions'))('refuses %s', async (conditions) => {
    await files.refuses({ [`${webhook}.matchConditions`]: conditions }, 'matchConditions')
  })
})

must(
  'authz.match-conditions.boolean-expression',
  { section: 'AuthorizationConfiguration', row: 'WebhookMatchCondition.expression' },
  () => {
    says('A match condition is a CEL expression that evaluates to a boolean.')
    test.for(missesOf(authorizationTable, 'WebhookMatchCondition.expression'))(
      'refuses a condition that %s',
      async (expression) => {
        await files.refuses({ [`${webhook}.matchConditions`]: [{ expression }] }, 'expression')
      },
    )
  },
)
