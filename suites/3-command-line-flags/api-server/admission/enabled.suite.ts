import { expect, rulesOf, says, shared, test } from '#kit'
import { startEtcd } from '#mocks/etcd/index.ts'
import { expectAccepted } from '../../../shared/api-server.ts'
import { limitsAndImages, pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { becomesActive } from '../../../shared/admission/plugin-fixture.ts'
import { disabledPlugins, enabledPlugins } from '#documents/3/lists/admission-plugins.ts'
import { sharedPeer } from '../../../shared/peers.ts'
import { pluginProbes, observablePlugins } from '../../../shared/admission/plugins.ts'
import { storageOf } from '../../../shared/storage.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { cases } from './cases.ts'

const { must } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const flag = '--enable-admission-plugins'
const peers = pluginPeers()
const together = disabledPlugins.filter((name) => name !== 'AlwaysDeny' && name !== 'NamespaceExists')
const fixture = pluginServer(peers, (running) => ({
  [flag]: together.join(','),
  ...limitsAndImages(running, 'enabled'),
}))
// The other plugin rejects the same requests, so this one is visible only where that one is off.
const existing = pluginServer(peers, () => ({
  [flag]: 'NamespaceExists',
  '--disable-admission-plugins': 'NamespaceLifecycle',
}))

const store = sharedPeer(() => startEtcd())

/** Store in which a server has created its own objects. */
const settled = shared(async () => {
  const storage = storageOf(await store())
  await expectAccepted({ storage })
  return storage
})

// A server that denies everything may also deny its own initial objects.
const denying = pluginServer(peers, () => ({ [flag]: 'AlwaysDeny' }), settled)

const fixtures = { AlwaysDeny: denying, NamespaceExists: existing } as const
const enabled = observablePlugins(disabledPlugins)

must('flag.enable-admission-plugins.switches-on', flagRow(flag, 'plugins enabled'), () => {
  says(`Plugins that ${flag} lists are on, every one of them.`)
  test
    .for(cases(enabled))('%s acts', async (plugin) => {
      const running = plugin === 'AlwaysDeny' || plugin === 'NamespaceExists' ? fixtures[plugin] : fixture
      expect(await becomesActive(pluginProbes[plugin], await running()), `${plugin} acts`).toBe(true)
    })
    .sees((plugin) => `plugin-not-enabled-${plugin}`)
})

const kept = observablePlugins(enabledPlugins)

must('flag.enable-admission-plugins.keeps-defaults', flagRow(flag, 'in addition to the defaults'), () => {
  says(`Plugins that ${flag} lists are on in addition to the defaults, which stay on.`)
  test
    .for(cases(kept))('%s still acts', async (plugin) => {
      expect(await becomesActive(pluginProbes[plugin], await fixture()), `${plugin} acts`).toBe(true)
    })
    .sees((plugin) => `plugin-off-by-default-${plugin}`)
})
