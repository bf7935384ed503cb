import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import { file, type Flags } from '#harness/launch/flags.ts'
import { type PluginWorld, comesToAct } from '../../../shared/admission/plugin-world.ts'
import { looks } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const name = 'api-server-towards-webhooks'
const pem = (path: string, content: string) => file(path, content, { verbatim: true })

/** The flags of a server that has a certificate for those it calls. */
export async function proxyCertificateFlags(): Promise<Flags> {
  const authority = await createAuthority('CA of proxies')
  const client = authority.issue({ commonName: name, usage: 'client', hosts: [] })
  return {
    '--requestheader-client-ca-file': pem('proxies-ca.crt', authority.certificate),
    '--proxy-client-cert-file': pem('proxy.crt', client.certificate),
    '--proxy-client-key-file': pem('proxy.key', client.key),
  }
}

/** Who calls admission webhooks, by what they are shown. */
export function proxyCertificate(world: () => Promise<PluginWorld>): void {
  rule(
    {
      id: 'flag.proxy-client-cert-file.admission-webhooks',
      level: 'MUST',
      says: 'The server proves who it is with the certificate when it calls admission webhooks.',
      source: flagRow('--proxy-client-cert-file', 'admission webhooks'),
      capability: 'plugin-effects',
    },
    () => {
      test('an admission webhook is shown the certificate', async () => {
        const running = await world()
        const asked = await comesToAct(looks.ValidatingAdmissionWebhook, running)
        const clients = running.peers.webhooks
          .webhook('validating')
          .journal.map(({ client }) => client?.commonName)

        expect({ asked, clients: [...new Set(clients)] }, 'who asked the webhook').toEqual({
          asked: true,
          clients: [name],
        })
      }).sees(
        'proxy-client-certificate-not-shown',
        'client-config-certificate-not-shown',
        'plugin-off-by-default-ValidatingAdmissionWebhook',
        // Its server has a list of its own.
        'enabled-plugins-replace-defaults',
      )
    },
  )
}
