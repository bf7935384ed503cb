import { excluded } from '#kit'

const exclusiveFields = (field: string) =>
  ({
    document: 1,
    section: 'AuthenticationConfiguration',
    rows: [field],
    aspect: 'of ClaimValidationRule, exclusive',
  }) as const

const restatedExclusion = {
  reason:
    'The same pairs from the other side: see authn.file.claim-rule-claim-exclusive and -value-exclusive.',
}

excluded({
  id: 'authn.file.claim-rule-expression-exclusive',
  says: 'A claim validation rule has no expression together with a claim or a requiredValue.',
  source: exclusiveFields('expression'),
  excluded: restatedExclusion,
})

excluded({
  id: 'authn.file.claim-rule-message-exclusive',
  says: 'A claim validation rule has no message together with a claim or a requiredValue.',
  source: exclusiveFields('message'),
  excluded: restatedExclusion,
})
