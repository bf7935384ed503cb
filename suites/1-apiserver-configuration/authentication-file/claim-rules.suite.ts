import { excluded, rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const row = (field: string) =>
  ({
    document: 1,
    section: 'AuthenticationConfiguration',
    row: `ClaimValidationRule.${field}, exclusive`,
  }) as const

rule(
  {
    id: 'authn.file.claim-rule-claim-exclusive',
    level: 'MUST',
    says: 'A claim validation rule has no claim beside an expression or a message.',
    source: row('claim'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'claim-rule-claim-with-expression-accepted': ['refuses a claim beside an expression'],
      'claim-rule-claim-with-message-accepted': ['refuses a claim beside a message'],
    },
  },
  () => {
    test('refuses a claim beside an expression', async () => {
      await files.refuses({ 'jwt.0.claimValidationRules.1.expression': '1 < 2' }, 'claim')
    })

    test('refuses a claim beside a message', async () => {
      await files.refuses({ 'jwt.0.claimValidationRules.1.message': 'no marker' }, 'message')
    })
  },
)

rule(
  {
    id: 'authn.file.claim-rule-value-exclusive',
    level: 'MUST',
    says: 'A claim validation rule has no requiredValue beside an expression or a message.',
    source: row('requiredValue'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'claim-rule-value-with-expression-accepted': ['refuses a requiredValue beside an expression'],
      'claim-rule-claim-with-message-accepted': ['refuses a claim with its requiredValue beside a message'],
    },
  },
  () => {
    test('refuses a requiredValue beside an expression', async () => {
      await files.refuses({ 'jwt.1.claimValidationRules.1.requiredValue': 'gold' }, 'requiredValue')
    })

    // Without a claim it would be no rule at all, so the message cannot stand beside requiredValue alone.
    test('refuses a claim with its requiredValue beside a message', async () => {
      await files.refuses({ 'jwt.0.claimValidationRules.0.message': 'not gold' }, 'message')
    })
  },
)

const restated = {
  reason:
    'The same pairs from the other side: see authn.file.claim-rule-claim-exclusive and -value-exclusive.',
}

excluded({
  id: 'authn.file.claim-rule-expression-exclusive',
  says: 'A claim validation rule has no expression beside a claim or a requiredValue.',
  source: row('expression'),
  excluded: restated,
})

excluded({
  id: 'authn.file.claim-rule-message-exclusive',
  says: 'A claim validation rule has no message beside a claim or a requiredValue.',
  source: row('message'),
  excluded: restated,
})
