import { rule, seeing, test } from '#harness/check/rule.ts'
import { completeFile, completeTwin, conditions } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const
const webhook = 'authorizers.0.webhook'

rule(
  {
    ...shared,
    id: 'authz.match-conditions.at-most-64',
    says: 'A webhook has at most 64 match conditions.',
    source: { document: 1, section: 'Limits', rows: ['webhook matchConditions'] },
  },
  () => {
    test('refuses 65 match conditions', async () => {
      await files.refuses({ [`${webhook}.matchConditions`]: conditions(65) }, 'matchConditions')
    }).sees('match-conditions-over-64-accepted')
  },
)

rule(
  {
    ...shared,
    id: 'authz.match-conditions.boolean-expression',
    says: 'A match condition is a CEL expression that evaluates to a boolean.',
    source: {
      document: 1,
      section: 'AuthorizationConfiguration',
      rows: ['WebhookMatchCondition.expression'],
    },
  },
  () => {
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
