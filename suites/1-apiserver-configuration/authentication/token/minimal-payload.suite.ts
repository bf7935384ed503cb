import {
  accepts,
  assertNotLate,
  becomesTrue,
  type NamedCases,
  expect,
  HarnessError,
  nowMs,
  refuses,
  rulesOf,
  says,
  seeing,
  test,
  formerly,
} from '#kit'
import { isUnauthenticated } from '#harness/programs/reviews.ts'
import { audience } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const hourSeconds = 3_600
// Validity of a token, long enough for its first use on a busy machine.
const validSeconds = 6
// Longest time for which servers usually cache the user of a token, and then some.
const cachedSeconds = 20
const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

// Removes optional claims that an issuer adds by default.
const withoutOptionalClaims = { iat: undefined, nonce: undefined, nbf: undefined, jti: undefined }

const { plain, named } = tokens.authenticators('minimal-payload', {
  plain: (plain) => plain,
  named: (plain) => ({ ...plain, claimMappings: { username: { claim: 'login', prefix: '' } } }),
})

must('authn.jwt.minimal-payload', { row: 'jwt', aspect: 'minimal payload' }, () => {
  says('A token needs iss, aud, exp and the claim that supplies the user name, and nothing more.')
  const minimalClaims = { ...withoutOptionalClaims, sub: undefined, login: 'alice', aud: [audience] }

  accepts(
    { title: 'a token with only the four required claims', id: 'a token with just these four claims' },
    async () => {
      expect(await named.user(minimalClaims)).toMatchObject({ username: 'alice' })
    },
  ).sees('iat-claim-required')

  const gaps = {
    iss: seeing(['iss-missing-accepted'], 'iss'),
    aud: seeing(['aud-missing-accepted'], 'aud'),
    exp: seeing(['exp-missing-accepted'], 'exp'),
    'the claim of the user name': seeing(['username-claim-missing-accepted'], 'login'),
  }

  refuses.for(gaps)('a token without %s', async (name) => {
    await named.expectClaimsRefused({ ...minimalClaims, [name]: undefined })
  })
})

must('authn.jwt.further-claims', { row: 'jwt', aspect: 'minimal payload' }, () => {
  says('A token may have further claims, which do not matter if no setting names them.')
  const furtherClaims = {
    'a past nbf': seeing(['past-nbf-refused'], () => ({ nbf: nowSeconds() - hourSeconds })),
    'an nbf of one second ago': seeing(['past-nbf-refused'], () => ({ nbf: nowSeconds() - 1 })),
    'an iat of a year ago': seeing(['old-iat-refused'], () => ({ iat: nowSeconds() - 8_760 * hourSeconds })),
    'an azp of another client': seeing(['azp-of-another-client-refused'], () => ({ azp: 'another-client' })),
  }
  accepts
    .for(furtherClaims)('a token with %s', async (claims) => {
      await plain.user(claims())
    })
    .sees('many-entries-take-nobody')
})

must('authn.jwt.exp-is-a-number-in-the-future', { row: 'jwt', aspect: 'ID tokens' }, () => {
  says('exp is a number, and an ID token is good only before that time.')
  const futureTimes: NamedCases<() => number> = {
    'in one hour': () => nowSeconds() + hourSeconds,
    'in a hundred years': () => nowSeconds() + 876_000 * hourSeconds,
    'in one hour and a fraction of a second': () => nowSeconds() + hourSeconds + 0.5,
  }

  accepts
    .for(futureTimes)('a token that expires %s', async (exp) => {
      expect(await plain.user({ sub: 'alice', exp: exp() })).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')

  const pastTimes: NamedCases<() => unknown> = {
    'is one hour ago': formerly(
      'lies one hour back',
      seeing(['expired-accepted'], () => nowSeconds() - hourSeconds),
    ),
    'is the first second of 1970': seeing(['expired-accepted'], () => 1),
    'is a string': formerly(
      'is a text',
      seeing(['exp-as-text-accepted'], () => String(nowSeconds() + hourSeconds)),
    ),
    'is null': seeing(['exp-missing-accepted'], () => null),
  }

  refuses.for(pastTimes)('a token whose exp %s', async (exp) => {
    await plain.expectClaimsRefused({ exp: exp() })
  })
})

must('authn.jwt.expires-later', { row: 'jwt', aspect: 'ID tokens, after their time', waits: true }, () => {
  says('A token that was accepted is good only until its exp, too.')
  test({ title: 'a token that has expired since it was accepted is refused', id: 'since' }, async () => {
    // Discovery could take longer than the token is valid.
    await plain.untilKnown()
    const expiredToken = await plain.mint({ sub: 'alice', exp: nowSeconds() - 2 })
    if (!isUnauthenticated(await plain.present(expiredToken)))
      throw new HarnessError('not-applicable', 'The server accepts tokens for some time after their exp.')
    const fromMs = nowMs()
    const token = await plain.mint({ sub: 'alice', exp: nowSeconds() + validSeconds })
    const { status } = await plain.present(token)
    // A token has at least this time, because exp counts whole seconds.
    if (status !== 201) assertNotLate(fromMs + (validSeconds - 1) * 1_000, 'The first request')
    expect(status, 'the status before exp').toBe(201)
    const isRefused = async () => isUnauthenticated(await plain.present(token))

    expect(await becomesTrue(isRefused, (validSeconds + cachedSeconds) * 1_000), 'it is refused').toBe(true)
  }).sees('expired-tokens-remembered')
})

unspecified('authn.jwt.clock-leeway', { row: 'jwt', aspect: 'ID tokens' }, () => {
  says('How much the clocks of issuer and server may differ is open, and so is what nbf does.')
  test(
    {
      title: 'records the responses to tokens with times that are wrong by a few seconds',
      id: 'observes tokens whose times are slightly off',
    },
    async (check) => {
      const status = async (claims: object): Promise<number> =>
        (await plain.whoAmI(await plain.mint({ ...claims }))).status
      check.observe('status for exp 5 s ago', await status({ exp: nowSeconds() - 5 }))
      check.observe('status for exp 120 s ago', await status({ exp: nowSeconds() - 120 }))
      check.observe('status for nbf in 30 s', await status({ nbf: nowSeconds() + 30 }))
      check.observe('status for nbf in one hour', await status({ nbf: nowSeconds() + hourSeconds }))
    },
  )
})
