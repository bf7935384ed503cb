import { formerly, accepts, expect, refuses, rulesOf, says, seeing } from '#kit'
import { withIssuer } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const { must, excluded } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const { shorter, longer, longerFirst, shorterLast, one, two, bystander } = tokens.authenticators(
  'several-entries',
  {
    shorter: (plain) => plain,
    longer: (plain, _issuer, { host }) =>
      withIssuer(plain, { url: host.issuer('several-entries-shorter/longer').url }),
    longerFirst: (plain, _issuer, { host }) =>
      withIssuer(plain, { url: host.issuer('several-entries-shorterLast/longer').url }),
    shorterLast: (plain) => plain,
    one: (plain) => plain,
    two: (plain) => plain,
    bystander: (plain) => plain,
  },
)

must('authn.jwt.every-entry-is-tried', { row: 'jwt', aspect: 'each is tried' }, () => {
  says('Each entry of jwt is tried, so a token is accepted whichever entry its issuer has.')
  const entries = {
    'an entry whose url is a prefix of the url of a later entry': formerly(
      'an entry before one with a longer url',
      shorter,
    ),
    'an entry whose url extends the url of an earlier entry': formerly(
      'an entry after one with the beginning of its url',
      seeing(['entry-hidden-by-earlier-shorter-url'], longer),
    ),
    'an entry whose url extends the url of a later entry': formerly(
      'an entry before one with the beginning of its url',
      seeing(['entry-hidden-by-later-shorter-url'], longerFirst),
    ),
    'an entry whose url is a prefix of the url of an earlier entry': formerly(
      'an entry after one with a longer url',
      shorterLast,
    ),
  }

  accepts
    .for(entries)('a token of the issuer of %s', async (entry) => {
      expect(await entry.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')
})

excluded(
  'authn.jwt.list-order',
  { row: 'jwt', aspect: 'list order' },
  'The entries of jwt are tried in the order of the list.',
  'Issuer URLs are unique, so at most one entry applies to a token, and no response shows the order of the others.',
)

must('authn.jwt.only-one-entry-validates', { row: 'jwt', aspect: 'one validates' }, () => {
  says('At most one entry of jwt verifies a token cryptographically: the one whose issuer it names.')
  accepts('a token without fetching keys of the issuers of other entries', async () => {
    await one.user()
    const requestsBefore = await bystander.keyRequests()
    const user = await two.user({ sub: 'alice' })

    expect(user).toMatchObject({ username: 'alice' })
    expect(await bystander.keyRequests(), 'how often the keys of another issuer were fetched').toBe(
      requestsBefore,
    )
  }).sees('keys-of-next-entry-fetched')

  refuses(
    {
      title: 'a token that names one issuer and is signed by another issuer',
      id: 'a token that names one issuer and is signed by another',
    },
    async () => {
      // The server now knows the keys of both issuers.
      await Promise.all([one.user(), two.user()])
      const { keys } = await two.issuer()
      const token = await one.mint({}, { key: await keys.signer('p256') })

      await one.expectRefused(token)
    },
  ).sees('keys-shared-between-issuers')
})
