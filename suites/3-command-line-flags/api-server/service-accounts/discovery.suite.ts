import { expect, rulesOf, says, test } from '#kit'
import { issueFreshToken } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { issuers, keySetUri } from './fixture.ts'
import { richServer, serverWithRequiredFlags } from './account-servers.ts'
import { discovery, discoveryOf, keySetOf, isSignedBy } from './issuer-discovery.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Endpoints' })

must(
  'flag.service-account-issuer.discovery',
  {
    row: 'API server {service-account-issuer}/.well-known/openid-configuration',
    profile: 'apiserver-flags',
  },
  () => {
    says('The server serves the discovery document of its issuer, which names the issuer and its key set.')
    test(
      {
        title: 'the discovery document names the issuer of new tokens',
        id: 'the discovery document names the issuer that issues',
      },
      async () => {
        expect(await discoveryOf(await richServer())).toMatchObject({ issuer: issuers[0] })
      },
    ).sees('discovery-names-another-issuer')

    test('the key set verifies a token', async (check) => {
      check.needs('token-request')
      const server = await serverWithRequiredFlags()
      const token = await issueFreshToken(server)

      expect((await keySetOf(server)).map((key) => isSignedBy(token, key))).toContain(true)
    }).sees('key-set-shows-one-key')
  },
)

unspecified(
  'flag.service-account-issuer.discovery-payload',
  { row: 'Request and response payloads', aspect: 'issuer discovery', profile: 'apiserver-flags' },
  () => {
    says('Unspecified: the payloads of issuer discovery.')
    test(
      { title: 'observes the discovery document', id: 'the discovery document is recorded' },
      async (check) => {
        const { status, headers, body } = await (await serverWithRequiredFlags()).request({ path: discovery })

        check.observe('the answer', { status, type: headers['content-type'], body: body.slice(0, 1_000) })
      },
    )
  },
)

must('flag.service-account-jwks-uri.overrides', flagRow('--service-account-jwks-uri'), () => {
  says('The flag overrides the key-set URI in the discovery document.')
  test('the discovery document names the key set of the flag', async () => {
    expect(await discoveryOf(await richServer())).toMatchObject({ jwks_uri: keySetUri })
  }).sees('jwks-uri-flag-ignored')
})
