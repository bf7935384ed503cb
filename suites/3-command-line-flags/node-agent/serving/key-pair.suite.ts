import { createAuthority } from '#harness/certificates/authority.ts'
import { credentials } from '#harness/programs/credentials.ts'
import { formerly, type NamedCases, refuses, rulesOf, says } from '#kit'
import { file } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { expectAgentRefusal } from '../../../shared/node-agent.ts'

const { must } = rulesOf({ program: 'node-agent' })

const keyTypes: NamedCases<'ec' | 'rsa'> = {
  'the key of a different certificate with the same type of key': formerly('same-type', 'ec'),
  'the key of a different certificate with another type of key': formerly('other-type', 'rsa'),
}

must(
  'agent.server.certificate-key',
  {
    ...flagRow('--tls-private-key-file', 'meaning'),
    twin: 'agent.server.certificate/shows-the-certificate-that-it-is-given',
    overlaps: true,
  },
  () => {
    says('The private key is the one of the certificate.')
    refuses
      .for(keyTypes)('%s', async (keyType) => {
        const { serving } = await credentials(targetDialect())
        const { key } = (await createAuthority('another CA')).issue({ commonName: 'other', keyType })
        const flags = {
          '--tls-cert-file': file('serving.crt', serving.certificate, { verbatim: true }),
          '--tls-private-key-file': file('serving.key', key, { verbatim: true }),
        }
        await expectAgentRefusal({ flags }, 'private key')
      })
      .sees('tls-key-mismatch-accepted', 'given-certificate-ignored')
  },
)
