import { formerly, refuses, rulesOf, says, seeing, test } from '#kit'
import { startOutcome } from '../../../shared/api-server.ts'
import { expectIdentity, expectUnauthenticated, identity } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { server } from './credential-server.ts'
import { tokens } from './credential-server.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Authentication' })

const flag = '--token-auth-file'

must('flag.token-auth-file.tokens', { ...flagRow(flag), capability: 'token-file-csv' }, () => {
  says('The tokens of the file authenticate on the secure port, and no others.')
  test(
    {
      title: 'a token of the file identifies the user of its line',
      id: 'a token of the file is known as the user of its line',
    },
    async () => {
      await expectIdentity(await server(), { token: 'first-token' }, { username: 'alice' })
    },
  ).sees('static-tokens-ignored')

  test(
    {
      title: 'a token of a later line identifies the user of this line',
      id: 'a token of another line is known as the user of that line',
    },
    async () => {
      await expectIdentity(await server(), { token: 'second-token' }, { username: 'bob' })
    },
  ).sees('static-tokens-first-line-only')

  const unknownTokens = {
    'a token that is in no line': 'third-token',
    'the beginning of a token': seeing(['static-token-prefix-accepted'], 'first-tok'),
    'a token with a suffix': formerly(
      'a token with something behind it',
      seeing(['static-token-suffix-accepted'], 'first-token-too'),
    ),
    'a token with its user as suffix': formerly(
      'a token with its user behind it',
      seeing(['static-token-suffix-accepted'], 'first-token,alice'),
    ),
    'a token in upper case': formerly(
      'a token in capitals',
      seeing(['static-token-case-ignored'], 'FIRST-TOKEN'),
    ),
    'a user name as a token': seeing(['static-user-name-is-token'], 'alice'),
  }

  refuses
    .for(unknownTokens)('%s', async (token) => {
      await expectUnauthenticated(await server(), { token })
    })
    .sees('any-static-token-accepted')
})

unspecified(
  'flag.token-auth-file.format',
  { row: 'static token file', aspect: 'format', overlaps: true },
  () => {
    says('Unspecified: the format of the file.')
    test(
      { title: 'observes the meaning of the columns', id: 'what the columns mean is recorded' },
      async (check) => {
        check.observe(
          'the user of a line with four columns',
          await identity(await server(), { token: 'second-token' }),
        )
      },
    )

    const unspecifiedFiles = {
      'with two columns': 'token,alice\n',
      'with an empty token': ',alice,uid-1\n',
      'with a duplicate token': formerly('with a token twice', 'token,alice,uid-1\ntoken,bob,uid-2\n'),
      'without any line': '',
    }

    test.for(unspecifiedFiles)(
      { title: 'observes whether a file %s is accepted', id: 'whether a file %s is accepted is recorded' },
      async (content, check) => {
        const { outcome } = await startOutcome({ flags: { [flag]: tokens(content) } })
        check.observe(JSON.stringify(content), outcome)
      },
    )
  },
)
