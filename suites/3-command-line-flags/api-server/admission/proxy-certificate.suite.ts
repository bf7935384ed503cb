import { expect, rulesOf, says, test } from '#kit'
import { becomesActive } from '../../../shared/admission/plugin-fixture.ts'
import { pluginProbes } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { name } from './proxy-certificate-flags.ts'
import { serverInReverseOrder } from './plugin-servers.ts'

const { must } = rulesOf({ capability: 'plugin-effects' })

const serverFixture = serverInReverseOrder

must(
  'flag.proxy-client-cert-file.admission-webhooks',
  flagRow('--proxy-client-cert-file', 'admission webhooks'),
  () => {
    says('The server proves who it is with the certificate when it calls admission webhooks.')
    test(
      {
        title: 'an admission webhook receives the client certificate',
        id: 'an admission webhook is shown the certificate',
      },
      async () => {
        const pluginFixture = await serverFixture()
        const isActive = await becomesActive(pluginProbes.ValidatingAdmissionWebhook, pluginFixture)
        const clients = pluginFixture.peers.webhooks
          .webhook('validating')
          .journal.map(({ client }) => client?.commonName)

        expect({ asked: isActive, clients: [...new Set(clients)] }, 'who asked the webhook').toEqual({
          asked: true,
          clients: [name],
        })
      },
    ).sees('proxy-client-certificate-not-shown')
  },
)
