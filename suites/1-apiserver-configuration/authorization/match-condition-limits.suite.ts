import { says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin, conditions } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'Limits', overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })
const webhook = 'authorizers.0.webhook'

must('authz.match-conditions.at-most-64', 'webhook matchConditions', () => {
  says('A webhook has at most 64 match conditions.')
  test('refuses 65 match conditions', async () => {
    await files.refuses({ [`${webhook}.matchConditions`]: conditions(65) }, 'matchConditions')
  }).sees('match-conditions-over-64-accepted')
})

must(
  'authz.match-conditions.boolean-expression',
  { section: 'AuthorizationConfiguration', row: 'WebhookMatchCondition.expression' },
  () => {
    says('A match condition is a CEL expression that evaluates to a boolean.')
    const expressions = {
      'is a number': seeing(['match-condition-type-unchecked'], '1 + 1'),
      'is a text': seeing(['match-condition-type-unchecked'], '"true"'),
      'is no expression': seeing(['match-condition-broken-expression-accepted'], '1 <'),
      'is empty': seeing(['match-condition-expression-missing-accepted'], ''),
    }

    test.for(expressions)('refuses a condition that %s', async (expression) => {
      await files.refuses({ [`${webhook}.matchConditions`]: [{ expression }] }, 'expression')
    })
  },
)
