import {
  admissionFlags,
  imagePolicyConfiguration,
  pluginPeers,
  pluginServer,
} from '../../shared/admission/plugin-peers.ts'
import { pod } from '../../shared/admission/pod-probes.ts'
import type { CallingProgram } from './calls.ts'
import { loseOnce } from './webhooks.ts'

const policy = 'lossy'
const reviewedServer = pluginServer(pluginPeers(), (running) => ({
  '--enable-admission-plugins': 'ImagePolicyWebhook',
  ...admissionFlags([
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(running, policy) },
  ]),
}))
let imageCount = 0

/** Starts a server with reviews of the images of pods. Each use has a new image. */
export async function startWithImagePolicy(): Promise<CallingProgram> {
  const pluginFixture = await reviewedServer()
  const peer = pluginFixture.peers.images.webhook(policy)
  const namespace = await pluginFixture.space('lossy')
  return {
    calls: () => peer.journal.length,
    lose: (loss) => peer.answer({ review: loseOnce(loss, (honest) => honest) }),
    use: async () => {
      const image = `example.org/lossy-${++imageCount}:1`
      return (await pluginFixture.requestCreation(`/api/v1/namespaces/${namespace}/pods`, pod({}, { image })))
        .outcome
    },
  }
}
