import { accepts, refuses, rulesOf, says } from '#kit'
import { expectAccepted, expectRefusal, type ServerSpec } from '../../../shared/api-server.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedTokenWebhooks } from '../../../shared/peers.ts'
import { aboutNoClientConfig, noClientConfig } from '../../../shared/unusable-files.ts'

const { must } = rulesOf({ overlaps: true })
const flag = '--authentication-token-webhook-config-file'
const host = sharedTokenWebhooks()

async function specWithFile(changes: ServerSpec['flags'] = {}): Promise<ServerSpec> {
  const webhookHost = await host()
  const config = webhookHost.webhook('files').clientConfig()
  return { peers: [webhookHost], flags: { [flag]: clientConfigFile('files', config), ...changes } }
}

must('flag.authentication-token-webhook-config-file.usable', flagRow(flag, 'usable'), () => {
  says('The file that the flag names is a client configuration.')
  accepts('a client configuration', async () => {
    await expectAccepted(await specWithFile())
  })

  refuses
    .for(noClientConfig)('%s', async (file) => {
      await expectRefusal(await specWithFile({ [flag]: file }), aboutNoClientConfig)
    })
    .sees('token-webhook-file-unusable-accepted')
})
