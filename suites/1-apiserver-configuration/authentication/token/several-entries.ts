import { excluded, rule, seeing, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { withIssuer } from '../../../shared/authentication/configuration.ts'
import { subject } from '../../../shared/authentication/authenticators.ts'

/** Several entries of `jwt` on one server. */
export const severalEntries = subject(
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
  ({ shorter, longer, longerFirst, shorterLast, one, two, bystander }) => {
    rule(
      {
        id: 'authn.jwt.every-entry-is-tried',
        level: 'MUST',
        says: 'Each entry of jwt is tried, so a token is accepted whichever entry its issuer has.',
        source: {
          document: 1,
          section: 'AuthenticationConfiguration',
          rows: ['jwt'],
          aspect: 'each is tried',
        },
      },
      () => {
        const entries = {
          'an entry before one with a longer url': shorter,
          'an entry after one with the beginning of its url': seeing(
            ['entry-hidden-by-earlier-shorter-url'],
            longer,
          ),
          'an entry before one with the beginning of its url': seeing(
            ['entry-hidden-by-later-shorter-url'],
            longerFirst,
          ),
          'an entry after one with a longer url': shorterLast,
        }

        test
          .for(entries)('accepts a token of the issuer of %s', async (entry) => {
            expect(await entry.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
          })
          .sees('many-entries-take-nobody')
      },
    )

    excluded({
      id: 'authn.jwt.list-order',
      says: 'The entries of jwt are tried in the order of the list.',
      source: { document: 1, section: 'AuthenticationConfiguration', rows: ['jwt'], aspect: 'list order' },
      excluded: {
        reason:
          'Issuer URLs are unique, so at most one entry applies to a token, and no response shows the order of the others.',
      },
    })

    rule(
      {
        id: 'authn.jwt.only-one-entry-validates',
        level: 'MUST',
        says: 'At most one entry of jwt verifies a token cryptographically: the one whose issuer it names.',
        source: {
          document: 1,
          section: 'AuthenticationConfiguration',
          rows: ['jwt'],
          aspect: 'one validates',
        },
      },
      () => {
        test('accepts a token without fetching keys of the issuers of other entries', async () => {
          await one.user()
          const before = await bystander.keysAsked()
          const user = await two.user({ sub: 'alice' })

          expect(user).toMatchObject({ username: 'alice' })
          expect(await bystander.keysAsked(), 'how often the keys of another issuer were fetched').toBe(
            before,
          )
        }).sees('keys-of-next-entry-fetched', 'many-entries-take-nobody')

        test('refuses a token that names one issuer and is signed by another', async () => {
          // By now the keys of both are known.
          await Promise.all([one.user(), two.user()])
          const { keys } = await two.issuer()
          const token = await one.mint({}, { key: await keys.signer('p256') })

          await one.expectRefused(token)
        }).sees('signature-not-verified', 'keys-shared-between-issuers', 'many-entries-take-nobody')
      },
    )
  },
)
