import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { sharedServer, startOutcome } from '../../fixtures/api-server.ts'
import { expectIdentity, expectNobody, identity } from '../../fixtures/identity.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--token-auth-file'
const tokens = (content: string) => file('tokens.csv', content, { verbatim: true })
const server = sharedServer(() => ({
  flags: {
    [flag]: tokens('first-token,alice,uid-1\nsecond-token,bob,uid-2,"crew,cooks"\n'),
    '--anonymous-auth': false,
  },
}))

rule(
  {
    id: 'flag.token-auth-file.tokens',
    level: 'MUST',
    says: 'The tokens of the file authenticate on the secure port, and no others.',
    source: flagRow(flag),
    capability: 'token-file-csv',
    faults: {
      'static-tokens-ignored': [
        'a token of the file is known as the user of its line',
        'a token of another line is known as the user of that line',
      ],
      'static-tokens-first-line-only': ['a token of another line is known as the user of that line'],
      'any-static-token-accepted': [
        'refuses a token that is in no line',
        'refuses the beginning of a token',
        'refuses a token in capitals',
        'refuses a user name as a token',
      ],
      'static-user-name-is-token': ['refuses a user name as a token'],
      'static-token-prefix-accepted': ['refuses the beginning of a token'],
      'static-token-case-ignored': ['refuses a token in capitals'],
    },
  },
  () => {
    test('a token of the file is known as the user of its line', async () => {
      await expectIdentity(await server(), { token: 'first-token' }, { username: 'alice' })
    })

    test('a token of another line is known as the user of that line', async () => {
      await expectIdentity(await server(), { token: 'second-token' }, { username: 'bob' })
    })

    const near = {
      'a token that is in no line': 'third-token',
      'the beginning of a token': 'first-tok',
      'a token in capitals': 'FIRST-TOKEN',
      'a user name as a token': 'alice',
    }

    test.for(near)('refuses %s', async (token) => {
      await expectNobody(await server(), { token })
    })
  },
)

rule(
  {
    id: 'flag.token-auth-file.format',
    level: 'UNSPECIFIED',
    says: 'The format of the file is not shown.',
    source: { document: 3, section: 'Authentication', row: 'static token file, format' },
    overlaps: true,
  },
  () => {
    test('what the columns mean is recorded', async (check) => {
      check.observe(
        'the user of a line with four columns',
        await identity(await server(), { token: 'second-token' }),
      )
    })

    const odd = {
      'with two columns': 'token,alice\n',
      'with an empty token': ',alice,uid-1\n',
      'with a token twice': 'token,alice,uid-1\ntoken,bob,uid-2\n',
      'without any line': '',
    }

    test.for(odd)('whether a file %s is accepted is recorded', async (content, check) => {
      const { outcome } = await startOutcome({ flags: { [flag]: tokens(content) } })
      check.observe(JSON.stringify(content), outcome)
    })
  },
)
