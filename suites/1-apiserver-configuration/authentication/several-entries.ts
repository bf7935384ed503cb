import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { withIssuer } from '../../fixtures/authentication-configuration.ts'
import { subject } from '../../fixtures/authenticators.ts'

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
          row: 'AuthenticationConfiguration.jwt: list order',
        },
        faults: {
          'entry-hidden-by-earlier-shorter-url': [
            'accepts a token of the issuer of an entry after one with the beginning of its url',
          ],
          'entry-hidden-by-later-shorter-url': [
            'accepts a token of the issuer of an entry before one with the beginning of its url',
          ],
          'many-entries-take-nobody': [
            'accepts a token of the issuer of an entry before one with a longer url',
            'accepts a token of the issuer of an entry after one with the beginning of its url',
            'accepts a token of the issuer of an entry before one with the beginning of its url',
            'accepts a token of the issuer of an entry after one with a longer url',
          ],
        },
      },
      () => {
        const entries = {
          'an entry before one with a longer url': shorter,
          'an entry after one with the beginning of its url': longer,
          'an entry before one with the beginning of its url': longerFirst,
          'an entry after one with a longer url': shorterLast,
        }

        test.for(entries)('accepts a token of the issuer of %s', async (entry) => {
          expect(await entry.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.only-one-entry-validates',
        level: 'MUST',
        says: 'At most one entry of jwt verifies a token cryptographically: the one whose issuer it names.',
        source: {
          document: 1,
          section: 'AuthenticationConfiguration',
          row: 'AuthenticationConfiguration.jwt: one validates',
        },
        faults: {
          'keys-of-next-entry-fetched': [
            'accepts a token without fetching keys of the issuers of other entries',
          ],
          'signature-not-verified': ['refuses a token that names one issuer and is signed by another'],
          'many-entries-take-nobody': [
            'accepts a token without fetching keys of the issuers of other entries',
          ],
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
        })

        test('refuses a token that names one issuer and is signed by another', async () => {
          const { keys } = await two.issuer()
          const token = await one.mint({}, { key: await keys.signer('p256') })

          await one.expectRefused(token)
        })
      },
    )
  },
)
