import { accepts, expect, refuses, rulesOf, says, seeing, formerly } from '#kit'
import type { JwtAuthenticator } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section })

const withClaimRules = (
  plain: JwtAuthenticator,
  ...claimValidationRules: readonly object[]
): JwtAuthenticator => ({
  ...plain,
  claimValidationRules,
})

const { blue, one, yes, unset, dotted } = tokens.authenticators('required-claim', {
  blue: (plain) => withClaimRules(plain, { claim: 'team', requiredValue: 'blue' }),
  one: (plain) => withClaimRules(plain, { claim: 'team', requiredValue: '1' }),
  yes: (plain) => withClaimRules(plain, { claim: 'team', requiredValue: 'true' }),
  unset: (plain) => withClaimRules(plain, { claim: 'team' }),
  dotted: (plain) => withClaimRules(plain, { claim: 'team.name', requiredValue: 'blue' }),
})

must('authn.jwt.required-claim-has-required-value', 'requiredValue', () => {
  says('A token is accepted only if the claim of a validation rule is there and equals its requiredValue.')
  accepts('a token whose claim is the required value', async () => {
    expect(await blue.user({ sub: 'alice', team: 'blue' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  const nearMisses: Record<string, unknown> = {
    'another value': 'red',
    'the value in upper case': seeing(['required-value-case-ignored'], 'BLUE'),
    'the beginning of the value': 'blu',
    'the value and further characters': formerly(
      'more than the value',
      seeing(['required-value-prefix-accepted'], 'bluest'),
    ),
    'the value and a space': formerly('the value and a blank', seeing(['required-value-trimmed'], 'blue ')),
    empty: '',
  }

  refuses
    .for(nearMisses)('a token whose claim is %s', async (team) => {
      await blue.expectClaimsRefused({ team })
    })
    .sees('required-value-not-compared')
})

must('authn.jwt.required-claim-is-present', 'claim', () => {
  says(
    'A token is refused if the claim that a validation rule names is not in it; the name is a key, not a path.',
  )
  accepts({ title: 'a token that has the claim of the rule', id: 'a token that has the claim' }, async () => {
    expect(await blue.user({ sub: 'alice', team: 'blue' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  refuses(
    { title: 'a token without the claim of the rule', id: 'a token that has not the claim' },
    async () => {
      await blue.expectClaimsRefused({})
    },
  ).sees('required-claim-missing-accepted')

  accepts('a token that has a claim with a dot in its name', async () => {
    expect(await dotted.user({ sub: 'alice', 'team.name': 'blue' })).toMatchObject({
      username: 'alice',
    })
  }).sees('many-entries-take-nobody')

  refuses(
    {
      title: 'a token with the parts of the name as nested objects',
      id: 'a token that has the parts of the name as nested objects',
    },
    async () => {
      await dotted.expectClaimsRefused({ team: { name: 'blue' } })
    },
  ).sees('claim-name-taken-as-path')
})

must('authn.jwt.required-value-is-a-string', { row: 'requiredValue', aspect: 'strings only' }, () => {
  says('Only a string in the claim can equal requiredValue.')
  const textValues = {
    'a number as a string': formerly('a number in letters', { of: one, team: '1' }),
    'a boolean as a string': formerly('a boolean in letters', { of: yes, team: 'true' }),
  }

  accepts
    .for(textValues)('a token whose claim is %s', async ({ of, team }) => {
      expect(await of.user({ sub: 'alice', team })).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')

  const otherValues = {
    'is a number': seeing(['required-value-converted-to-text'], { of: one, team: 1 }),
    'is a boolean': seeing(['required-value-converted-to-text'], { of: yes, team: true }),
    'is a list that contains the value': formerly(
      'is a list that holds the value',
      seeing(['required-value-found-in-list'], {
        of: blue,
        team: ['blue'],
      }),
    ),
    'is an object that contains the value': formerly('is an object that holds the value', {
      of: blue,
      team: { name: 'blue' },
    }),
  }

  refuses
    .for(otherValues)('a token whose claim %s', async ({ of, team }) => {
      await of.expectClaimsRefused({ team })
    })
    .sees('required-value-not-compared')
})

must('authn.jwt.unset-required-value-is-empty', { row: 'requiredValue', aspect: 'unset' }, () => {
  says('With claim set and requiredValue unset, the claim must be there as an empty string.')
  accepts('a token whose claim is empty', async () => {
    expect(await unset.user({ sub: 'alice', team: '' })).toMatchObject({ username: 'alice' })
  }).sees('empty-required-value-refused')

  const otherValues = {
    'has another value': seeing(['unset-required-value-accepts-any'], 'blue'),
    'is left out': seeing(['unset-required-value-accepts-absence'], undefined),
    'is null': seeing(['unset-required-value-accepts-any'], null),
    'is false': seeing(['unset-required-value-accepts-any'], false),
  }

  refuses.for(otherValues)('a token whose claim %s', async (team) => {
    await unset.expectClaimsRefused({ team })
  })
})
