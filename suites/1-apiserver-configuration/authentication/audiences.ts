import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { audience, severalAudiences } from '../../fixtures/authentication-configuration.ts'
import { subject } from '../../fixtures/authenticators.ts'

const several = ['north', 'south', 'east']

/** `issuer.audiences` against the `aud` claim. */
export const audiences = subject(
  {
    one: (plain) => plain,
    three: (plain, _issuer, { dialect }) => severalAudiences(plain, several, dialect),
  },
  ({ one, three }) => {
    rule(
      {
        id: 'authn.jwt.one-audience-matches',
        level: 'MUST',
        says: 'A token is accepted if at least one entry of issuer.audiences is in its aud claim.',
        source: { document: 1, section: 'AuthenticationConfiguration', row: 'Issuer.audiences' },
        faults: {
          'aud-not-compared': ['refuses a token whose aud holds strangers only'],
          'only-first-audience-compared': [
            'accepts a token whose aud holds the second audience',
            'accepts a token whose aud holds the last audience',
            'accepts a token whose aud holds an audience after a stranger',
            'accepts a token whose aud holds an audience before a stranger',
          ],
          'only-first-aud-element-compared': ['accepts a token whose aud holds an audience after a stranger'],
          'all-audiences-required': [
            'accepts a token whose aud holds the first audience',
            'accepts a token whose aud holds the second audience',
            'accepts a token whose aud holds the last audience',
            'accepts a token whose aud holds an audience after a stranger',
            'accepts a token whose aud holds an audience before a stranger',
          ],
          'further-aud-elements-refused': [
            'accepts a token whose aud holds an audience after a stranger',
            'accepts a token whose aud holds an audience before a stranger',
          ],
          'many-entries-take-nobody': [
            'accepts a token whose aud holds the first audience',
            'accepts a token whose aud holds the second audience',
            'accepts a token whose aud holds the last audience',
            'accepts a token whose aud holds an audience after a stranger',
            'accepts a token whose aud holds an audience before a stranger',
            'accepts a token whose aud holds all audiences',
          ],
        },
      },
      () => {
        const hits: Record<string, readonly string[]> = {
          'holds the first audience': ['north'],
          'holds the second audience': ['south'],
          'holds the last audience': ['east'],
          'holds an audience after a stranger': ['west', 'south'],
          'holds an audience before a stranger': ['south', 'west'],
          'holds all audiences': several,
        }

        test.for(hits)('accepts a token whose aud %s', async (aud) => {
          expect(await three.user({ sub: 'alice', aud })).toMatchObject({ username: 'alice' })
        })

        test('refuses a token whose aud holds strangers only', async () => {
          await three.expectClaimsRefused({ aud: ['west', 'up'] })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.audience-is-compared-exactly',
        level: 'MUST',
        says: 'An entry of issuer.audiences matches only the same string in the aud claim.',
        source: { document: 1, section: 'AuthenticationConfiguration', row: 'Issuer.audiences: match' },
        faults: {
          'aud-missing-accepted': ['refuses a token whose aud is left out'],
          'aud-empty-accepted': ['refuses a token whose aud is an empty list'],
          'aud-not-compared': [
            'refuses a token whose aud holds the audience in upper case',
            'refuses a token whose aud holds the beginning of the audience',
            'refuses a token whose aud holds more than the audience',
            'refuses a token whose aud holds the audience after other characters',
            'refuses a token whose aud holds another audience',
            'refuses a token whose aud is an empty list',
          ],
          'aud-substring-accepted': [
            'refuses a token whose aud holds more than the audience',
            'refuses a token whose aud holds the audience after other characters',
          ],
          'aud-prefix-accepted': ['refuses a token whose aud holds the beginning of the audience'],
          'aud-compared-case-insensitively': ['refuses a token whose aud holds the audience in upper case'],
          'many-entries-take-nobody': ['accepts a token whose aud holds the audience'],
        },
      },
      () => {
        test('accepts a token whose aud holds the audience', async () => {
          expect(await one.user({ sub: 'alice', aud: [audience] })).toMatchObject({ username: 'alice' })
        })

        const nearMisses: Record<string, unknown> = {
          'holds the audience in upper case': [audience.toUpperCase()],
          'holds the beginning of the audience': [audience.slice(0, -1)],
          'holds more than the audience': [`${audience}-too`],
          'holds the audience after other characters': [`not-${audience}`],
          'holds another audience': ['another'],
          'is an empty list': [],
          'is left out': undefined,
        }

        test.for(nearMisses)('refuses a token whose aud %s', async (aud) => {
          await one.expectClaimsRefused({ aud })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.aud-as-string',
        level: 'UNSPECIFIED',
        says: 'Whether aud may be a single string instead of a list is open: the minimal payload has a list.',
        source: {
          document: 1,
          section: 'AuthenticationConfiguration',
          row: 'AuthenticationConfiguration.jwt: minimal payload',
        },
      },
      () => {
        test('observes a token whose aud is a single string', async (check) => {
          check.observe(
            'status for aud as a string',
            (await one.whoAmI(await one.mint({ aud: audience }))).status,
          )
        })
      },
    )
  },
)
