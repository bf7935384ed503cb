import { rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { completeFile, completeTwin, conditions } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const
const webhook = 'authorizers.0.webhook'

rule(
  {
    ...shared,
    id: 'authz.match-conditions.at-most-64',
    says: 'A webhook has at most 64 match conditions.',
    source: { document: 1, section: 'Limits', row: 'webhook matchConditions' },
    faults: { 'match-conditions-over-64-accepted': ['refuses 65 match conditions'] },
  },
  () => {
    test('refuses 65 match conditions', async () => {
      await files.refuses({ [`${webhook}.matchConditions`]: conditions(65) }, 'matchConditions')
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.match-conditions.boolean-expression',
    says: 'A match condition is a CEL expression that evaluates to a boolean.',
    source: { document: 1, section: 'AuthorizationConfiguration', row: 'WebhookMatchCondition.expression' },
    faults: {
      'match-condition-type-unchecked': [
        'refuses a condition that is a number',
        'refuses a condition that is a text',
      ],
      'match-condition-broken-expression-accepted': ['refuses a condition that is no expression'],
      'match-condition-expression-missing-accepted': ['refuses a condition that is empty'],
    },
  },
  () => {
    const expressions = {
      'is a number': '1 + 1',
      'is a text': '"true"',
      'is no expression': '1 <',
      'is empty': '',
    }

    test.for(expressions)('refuses a condition that %s', async (expression) => {
      await files.refuses({ [`${webhook}.matchConditions`]: [{ expression }] }, 'expression')
    })
  },
)
