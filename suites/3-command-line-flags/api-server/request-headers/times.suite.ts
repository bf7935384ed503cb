import { refuses, rulesOf, says } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { invalidTimes } from '../../../shared/certificate-chains.ts'
import { expectUnauthenticated } from '../identity.ts'
import { aliceHeader, proxiedCaller } from './fixture.ts'
import { servers } from './header-servers-shared.ts'

const { must } = rulesOf()

const [serverWithAllHeaders] = servers

must(
  'flag.requestheader-client-ca-file.times',
  {
    ...flagRow('--requestheader-client-ca-file', 'validity'),
    twin: 'flag.requestheader-username-headers.names-user/a-listed-header-names-the-user',
  },
  () => {
    says('Header identities are trusted only while the certificate of the proxy is valid.')
    refuses
      .for(invalidTimes)('headers with a certificate that %s', async (times) => {
        const caller = await proxiedCaller('front-proxy', aliceHeader, times())

        await expectUnauthenticated(await serverWithAllHeaders(), caller)
      })
      .sees('requestheader-certificate-times-ignored', 'requestheader-ca-not-verified')
  },
)
