import { accepts, type NamedCases, expect, refuses, rulesOf, says, seeing, test, formerly } from '#kit'
import { audience, severalAudiences } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const audienceList = ['north', 'south', 'east']

const { one, three } = tokens.authenticators('audiences', {
  one: (plain) => plain,
  three: (plain, _issuer, { dialect }) => severalAudiences(plain, audienceList, dialect),
})

must('authn.jwt.one-audience-matches', 'audiences', () => {
  says('A token is accepted if at least one entry of issuer.audiences is in its aud claim.')
  const matchingAudiences: NamedCases<readonly string[]> = {
    'contains the first audience': formerly(
      'holds the first audience',
      seeing(['all-audiences-required'], ['north']),
    ),
    'contains the second audience': formerly(
      'holds the second audience',
      seeing(['only-first-audience-compared'], ['south']),
    ),
    'contains the last audience': formerly(
      'holds the last audience',
      seeing(['only-first-audience-compared'], ['east']),
    ),
    'contains an audience after an unknown one': formerly(
      'holds an audience after a stranger',
      seeing(['only-first-aud-element-compared'], ['west', 'south']),
    ),
    'contains an audience before an unknown one': formerly(
      'holds an audience before a stranger',
      seeing(['further-aud-elements-refused'], ['south', 'west']),
    ),
    'contains all audiences': formerly('holds all audiences', audienceList),
  }

  accepts
    .for(matchingAudiences)('a token whose aud %s', async (aud) => {
      expect(await three.user({ sub: 'alice', aud })).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')

  refuses(
    {
      title: 'a token whose aud contains only unknown audiences',
      id: 'a token whose aud holds strangers only',
    },
    async () => {
      await three.expectClaimsRefused({ aud: ['west', 'up'] })
    },
  ).sees('aud-not-compared')
})

must('authn.jwt.audience-is-compared-exactly', { row: 'audiences', aspect: 'match' }, () => {
  says('An entry of issuer.audiences matches only the same string in the aud claim.')
  accepts(
    { title: 'a token whose aud contains the audience', id: 'a token whose aud holds the audience' },
    async () => {
      expect(await one.user({ sub: 'alice', aud: [audience] })).toMatchObject({ username: 'alice' })
    },
  ).sees('many-entries-take-nobody')

  const nearMisses: Record<string, unknown> = {
    'contains the audience in upper case': formerly(
      'holds the audience in upper case',
      seeing(['aud-compared-case-insensitively'], [audience.toUpperCase()]),
    ),
    'contains the beginning of the audience': formerly(
      'holds the beginning of the audience',
      seeing(['aud-prefix-accepted'], [audience.slice(0, -1)]),
    ),
    'contains the audience before other characters': formerly(
      'holds more than the audience',
      seeing(['aud-substring-accepted'], [`${audience}-too`]),
    ),
    'contains the audience after other characters': formerly(
      'holds the audience after other characters',
      seeing(['aud-substring-accepted'], [`not-${audience}`]),
    ),
    'contains another audience': formerly(
      'holds another audience',
      seeing(['aud-not-compared'], ['another']),
    ),
    'is an empty list': seeing(['aud-empty-accepted'], []),
    'is another audience as a string': formerly(
      'is another audience as a text',
      seeing(['aud-text-not-compared'], 'another'),
    ),
    'is a string that contains the audience among others': formerly(
      'is a text that holds the audience among others',
      seeing(['aud-text-split'], `another ${audience}`),
    ),
    'contains two audiences in one element': formerly(
      'holds the audience and another in one element',
      seeing(['aud-substring-accepted'], [`${audience},another`]),
    ),
    'is left out': seeing(['aud-missing-accepted'], undefined),
  }

  refuses.for(nearMisses)('a token whose aud %s', async (aud) => {
    await one.expectClaimsRefused({ aud })
  })
})

unspecified('authn.jwt.aud-as-string', { row: 'jwt', aspect: 'minimal payload' }, () => {
  says('Whether aud may be a single string instead of a list is open: the minimal payload has a list.')
  test(
    {
      title: 'records the response to a token whose aud is a single string',
      id: 'observes a token whose aud is a single string',
    },
    async (check) => {
      check.observe(
        'status for aud as a string',
        (await one.whoAmI(await one.mint({ aud: audience }))).status,
      )
    },
  )
})
