import { limitsAndImages, pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { orderFlags } from './order-flags.ts'
import { proxyCertificateFlags } from './proxy-certificate-flags.ts'
import { tolerationFlags } from './toleration-flags.ts'

const peers = pluginPeers()
// A disabled plugin stays off although the file has a configuration for it.
export const defaultPluginServer = pluginServer(peers, (running) => limitsAndImages(running, 'defaults'))
export const serverInOrder = pluginServer(peers, () => ({ ...orderFlags('first'), ...tolerationFlags }))
// Separate webhooks, so that they show the sender.
export const serverInReverseOrder = pluginServer(pluginPeers(), async () => ({
  ...orderFlags('last'),
  ...(await proxyCertificateFlags()),
}))
