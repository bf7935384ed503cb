import { limitsAndImages, pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { defaultRules } from './defaults.ts'
import { orderFlags, orderRules } from './order.ts'
import { proxyCertificate, proxyCertificateFlags } from './proxy-certificate.ts'
import { tolerationFlags, tolerationRules } from './tolerations.ts'

const peers = pluginPeers()
// What is off stays off although the file has a configuration for it.
const usual = pluginServer(peers, (running) => limitsAndImages(running, 'defaults'))
const inOrder = pluginServer(peers, () => ({ ...orderFlags('first'), ...tolerationFlags }))
// Its webhooks are its own: they tell who asked.
const otherWayRound = pluginServer(pluginPeers(), async () => ({
  ...orderFlags('last'),
  ...(await proxyCertificateFlags()),
}))

defaultRules(usual)
orderRules(inOrder, otherWayRound)
tolerationRules(usual, inOrder)
proxyCertificate(otherWayRound)
