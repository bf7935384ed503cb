import { limitsAndImages, pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { orderFlags } from './order-flags.ts'
import { proxyCertificateFlags } from './proxy-certificate-flags.ts'
import { endedTolerationFlags, tolerationFlags } from './toleration-flags.ts'

const peers = pluginPeers()
// Server with default plugins. The file also configures a plugin that is disabled by default.
export const defaultPluginServer = pluginServer(peers, (running) => limitsAndImages(running, 'defaults'))
export const serverInOrder = pluginServer(peers, () => ({ ...orderFlags('first'), ...tolerationFlags }))
// Server with the reverse order of plugins, a client certificate, and default tolerations of no time. Its webhooks are separate, so that they record
// only its requests.
export const serverInReverseOrder = pluginServer(pluginPeers(), async () => ({
  ...orderFlags('last'),
  ...endedTolerationFlags,
  ...(await proxyCertificateFlags()),
}))
