import { excluded, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const exclusive = (field: string, of?: string) =>
  ({
    document: 1,
    section: 'AuthenticationConfiguration',
    rows: [field],
    aspect: of === undefined ? 'exclusive' : `of ${of}, exclusive`,
  }) as const

must('authn.file.claim-rule-claim-exclusive', exclusive('claim'), () => {
  says('A claim validation rule has no claim together with an expression or a message.')
  test(
    { title: 'refuses a claim together with an expression', id: 'refuses a claim beside an expression' },
    async () => {
      await files.refuses({ 'jwt.0.claimValidationRules.1.expression': '1 < 2' }, 'claim')
    },
  ).sees('claim-rule-claim-with-expression-accepted')

  test(
    { title: 'refuses a claim together with a message', id: 'refuses a claim beside a message' },
    async () => {
      await files.refuses({ 'jwt.0.claimValidationRules.1.message': 'no marker' }, 'message')
    },
  ).sees('claim-rule-claim-with-message-accepted')
})

must('authn.file.claim-rule-value-exclusive', exclusive('requiredValue'), () => {
  says('A claim validation rule has no requiredValue together with an expression or a message.')
  test(
    {
      title: 'refuses a requiredValue together with an expression',
      id: 'refuses a requiredValue beside an expression',
    },
    async () => {
      await files.refuses({ 'jwt.1.claimValidationRules.1.requiredValue': 'gold' }, 'requiredValue')
    },
  ).sees('claim-rule-value-with-expression-accepted')

  // Without a claim it would be no rule at all, so the message cannot stand beside requiredValue alone.
  test(
    {
      title: 'refuses a claim with its requiredValue together with a message',
      id: 'refuses a claim with its requiredValue beside a message',
    },
    async () => {
      await files.refuses({ 'jwt.0.claimValidationRules.0.message': 'not gold' }, 'message')
    },
  ).sees('claim-rule-claim-with-message-accepted')
})

const restated = {
  reason:
    'The same pairs from the other side: see authn.file.claim-rule-claim-exclusive and -value-exclusive.',
}

excluded({
  id: 'authn.file.claim-rule-expression-exclusive',
  says: 'A claim validation rule has no expression together with a claim or a requiredValue.',
  source: exclusive('expression', 'ClaimValidationRule'),
  excluded: restated,
})

excluded({
  id: 'authn.file.claim-rule-message-exclusive',
  says: 'A claim validation rule has no message together with a claim or a requiredValue.',
  source: exclusive('message', 'ClaimValidationRule'),
  excluded: restated,
})
