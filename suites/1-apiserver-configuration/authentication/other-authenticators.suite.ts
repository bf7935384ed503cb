import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { audience } from '../../shared/authentication/configuration.ts'
import { shareServers, subject } from '../../shared/authentication/authenticators.ts'

let token = ''

const otherAuthenticators = subject({ plain: (plain) => plain }, ({ plain }) => {
  rule(
    {
      id: 'authn.jwt.position-among-authenticators',
      level: 'UNSPECIFIED',
      says: 'Whether JWT authenticators or others see a token first is undefined and may change.',
      source: {
        document: 1,
        section: 'AuthenticationConfiguration',
        rows: ['jwt'],
        aspect: 'position',
      },
      capability: 'token-file-csv',
    },
    () => {
      test('observes who takes a token that the token file holds too', async (check) => {
        await plain.whoAmI(await plain.mint())
        const { status, user } = await plain.whoAmI(token)
        check.observe('status', status)
        check.observe('user name', user?.username)
      })
    },
  )
})

shareServers(
  { 'other-authenticators': otherAuthenticators },
  {
    beside: async (host) => {
      token = await host.issuer('other-authenticators-plain').mint({ sub: 'of-the-issuer', aud: [audience] })
      return {
        flags: {
          '--token-auth-file': file('tokens.csv', `${token},of-the-token-file,u-1\n`, { verbatim: true }),
        },
      }
    },
  },
)
