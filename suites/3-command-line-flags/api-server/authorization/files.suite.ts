import { refuses, rulesOf, says } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { aboutNoClientConfig, noClientConfig } from '../../../shared/unusable-files.ts'
import { specWithAllPeers } from './modes-together.ts'

const webhook = '--authorization-webhook-config-file'
const policy = '--authorization-policy-file'
const controlCheck = 'flag.authorization-mode.values/accepts-all-six-modes-in-any-order'
const { must } = rulesOf({ overlaps: true, twin: controlCheck })
const specWithModes = specWithAllPeers()

must('flag.authorization-webhook-config-file.usable', flagRow(webhook, 'usable'), () => {
  says('The file that the flag names is a client configuration.')
  refuses
    .for(noClientConfig)('%s', async (file) => {
      await expectRefusal(await specWithModes('ABAC,Webhook', { [webhook]: file }), aboutNoClientConfig)
    })
    .sees('authorization-webhook-file-unusable-accepted')
})

must('flag.authorization-policy-file.usable', flagRow(policy, 'usable'), () => {
  says('The policy file exists.')
  refuses({ title: 'a path at which no file exists', id: 'a path where no file is' }, async () => {
    const missingPolicy = { [policy]: '/nonexistent/policy.jsonl' }
    await expectRefusal(await specWithModes('ABAC,Webhook', missingPolicy), 'policy')
  }).sees('missing-policy-file-accepted')
})
