import {
  admissionFlags,
  imagePolicyConfiguration,
  pluginPeers,
  pluginServer,
} from '../../shared/admission/plugin-peers.ts'
import { pod } from '../../shared/admission/pod-probes.ts'
import type { CallingProgram } from './calls.ts'
import { lostOnce } from './webhooks.ts'

const policy = 'lossy'
const reviewed = pluginServer(pluginPeers(), (running) => ({
  '--enable-admission-plugins': 'ImagePolicyWebhook',
  ...admissionFlags([
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(running, policy) },
  ]),
}))
let images = 0

/** A server that has the images of pods reviewed, each of which is new. */
export async function imagePolicy(): Promise<CallingProgram> {
  const fixture = await reviewed()
  const peer = fixture.peers.images.webhook(policy)
  const space = await fixture.space('lossy')
  return {
    calls: () => peer.journal.length,
    lose: (loss) => peer.answer({ review: lostOnce(loss, (honest) => honest) }),
    use: async () => {
      const image = `example.org/lossy-${++images}:1`
      return (await fixture.attempt(`/api/v1/namespaces/${space}/pods`, pod({}, { image }))).outcome
    },
  }
}
