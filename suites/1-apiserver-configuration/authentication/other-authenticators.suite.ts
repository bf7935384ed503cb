import { rulesOf, says, test } from '#kit'
import { file } from '#kit/launch.ts'
import { audience } from '../../shared/authentication/configuration.ts'
import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'

const { unspecified } = rulesOf({
  document: 1,
  section: 'AuthenticationConfiguration',
  capability: 'token-file-csv',
})

let token = ''

const servers = new AuthenticatorServers({
  extraSpec: async (host) => {
    token = await host.issuer('other-authenticators-plain').mint({ sub: 'of-the-issuer', aud: [audience] })
    return {
      flags: {
        '--token-auth-file': file('tokens.csv', `${token},of-the-token-file,u-1\n`, { verbatim: true }),
      },
    }
  },
})
const { plain } = servers.authenticators('other-authenticators', { plain: (plain) => plain })

unspecified('authn.jwt.position-among-authenticators', { row: 'jwt', aspect: 'position' }, () => {
  says('Whether JWT authenticators or others see a token first is undefined and may change.')
  test(
    {
      title: 'records which authenticator accepts a token that is also in the token file',
      id: 'observes who takes a token that the token file holds too',
    },
    async (check) => {
      await plain.whoAmI(await plain.mint())
      const { status, user } = await plain.whoAmI(token)
      check.observe('status', status)
      check.observe('user name', user?.username)
    },
  )
})
