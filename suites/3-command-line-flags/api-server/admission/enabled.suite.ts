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
const combinedPlugins = disabledPlugins.filter((name) => name !== 'AlwaysDeny' && name !== 'NamespaceExists')
const combinedServer = pluginServer(peers, (running) => ({
  [flag]: combinedPlugins.join(','),
  ...limitsAndImages(running, 'enabled'),
}))
// NamespaceLifecycle rejects the same requests, so it is disabled here.
const namespaceExistsServer = pluginServer(peers, () => ({
  [flag]: 'NamespaceExists',
  '--disable-admission-plugins': 'NamespaceLifecycle',
}))

const store = sharedPeer(() => startEtcd())

/** Store in which a server has created its own objects. */
const preparedStorage = shared(async () => {
  const storage = storageOf(await store())
  await expectAccepted({ storage })
  return storage
})

// Server that denies everything, with a prepared store, because the server may also deny its own initial objects.
const alwaysDenyServer = pluginServer(peers, () => ({ [flag]: 'AlwaysDeny' }), preparedStorage)

const fixtures = { AlwaysDeny: alwaysDenyServer, NamespaceExists: namespaceExistsServer } as const
const addedPlugins = observablePlugins(disabledPlugins)

must('flag.enable-admission-plugins.switches-on', flagRow(flag, 'plugins enabled'), () => {
  says(`Plugins that ${flag} lists are on, every one of them.`)
  test
    .for(cases(addedPlugins))({ title: '%s is active', id: '%s acts' }, async (plugin) => {
      const pluginFixture =
        plugin === 'AlwaysDeny' || plugin === 'NamespaceExists' ? fixtures[plugin] : combinedServer
      expect(await becomesActive(pluginProbes[plugin], await pluginFixture()), `${plugin} acts`).toBe(true)
    })
    .sees((plugin) => `plugin-not-enabled-${plugin}`)
})

const keptPlugins = observablePlugins(enabledPlugins)

must('flag.enable-admission-plugins.keeps-defaults', flagRow(flag, 'in addition to the defaults'), () => {
  says(`Plugins that ${flag} lists are on in addition to the defaults, which stay on.`)
  test
    .for(cases(keptPlugins))({ title: '%s is still active', id: '%s still acts' }, async (plugin) => {
      expect(await becomesActive(pluginProbes[plugin], await combinedServer()), `${plugin} acts`).toBe(true)
    })
    .sees((plugin) => `plugin-off-by-default-${plugin}`)
})
