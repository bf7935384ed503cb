import { afterAll } from 'vitest'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { type Etcd, startEtcd } from '#mocks/etcd/index.ts'
import { expectAccepted } from '../../fixtures/api-server.ts'
import {
  admissionFlags,
  eventLimits,
  imagePolicyConfiguration,
  pluginPeers,
  pluginServer,
} from '../../fixtures/plugins/plugin-peers.ts'
import { comesToAct } from '../../fixtures/plugins/plugin-world.ts'
import { offByDefault, onByDefault } from '../../fixtures/plugins/names.ts'
import { looks, seenOf } from '../../fixtures/plugins/plugins.ts'
import { flagRow } from '../flag-rules.ts'
import { cases, perPlugin } from './claims.ts'

const flag = '--enable-admission-plugins'
const peers = pluginPeers()
const together = offByDefault.filter((name) => name !== 'AlwaysDeny' && name !== 'NamespaceExists')
const world = pluginServer(peers, (running) => ({
  [flag]: together.join(','),
  ...admissionFlags([
    { name: 'EventRateLimit', configuration: eventLimits },
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(running, 'enabled') },
  ]),
}))
// Its neighbour keeps the same things away, so that it is seen only where that one is off.
const existing = pluginServer(peers, () => ({
  [flag]: 'NamespaceExists',
  '--disable-admission-plugins': 'NamespaceLifecycle',
}))

let store: Promise<Etcd> | undefined
afterAll(async () => (await store)?.stop())

/** A store in which a server has made all that it makes for itself. */
async function settledStore(): Promise<Etcd> {
  const etcd = await startEtcd()
  await expectAccepted({ flags: { '--etcd-servers': etcd.url, '--etcd-prefix': '/settled' } })
  return etcd
}

// A server that denies everything may deny its own beginnings too.
const denying = pluginServer(peers, async () => {
  store ??= settledStore()
  return {
    [flag]: 'AlwaysDeny',
    '--etcd-servers': (await store).url,
    '--etcd-prefix': '/settled',
  }
})

const worlds = { AlwaysDeny: denying, NamespaceExists: existing } as const
const enabled = seenOf(offByDefault)
const enabledTitle = (plugin: string): string => `${plugin} acts`
const listed = enabled.filter((plugin) => !(plugin in worlds))

rule(
  {
    id: 'flag.enable-admission-plugins.switches-on',
    level: 'MUST',
    says: `Plugins that ${flag} lists are on, every one of them.`,
    source: flagRow(flag, 'plugins enabled'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: {
      ...perPlugin('not-enabled', enabled, enabledTitle),
      'only-first-enabled-plugin-counts': listed.map(enabledTitle),
      // What one makes, the other does not miss.
      'plugin-on-by-default-NamespaceAutoProvision': [enabledTitle('NamespaceExists')],
    },
  },
  () => {
    test.for(cases(enabled))('%s acts', async (plugin) => {
      const running = plugin === 'AlwaysDeny' || plugin === 'NamespaceExists' ? worlds[plugin] : world
      expect(await comesToAct(looks[plugin], await running()), `${plugin} acts`).toBe(true)
    })
  },
)

const kept = seenOf(onByDefault)
const keptTitle = (plugin: string): string => `${plugin} still acts`

rule(
  {
    id: 'flag.enable-admission-plugins.keeps-defaults',
    level: 'MUST',
    says: `Plugins that ${flag} lists are on in addition to the defaults, which stay on.`,
    source: flagRow(flag, 'in addition to the defaults'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: {
      ...perPlugin('off-by-default', kept, keptTitle),
      'enabled-plugins-replace-defaults': kept.map(keptTitle),
    },
  },
  () => {
    test.for(cases(kept))('%s still acts', async (plugin) => {
      expect(await comesToAct(looks[plugin], await world()), `${plugin} acts`).toBe(true)
    })
  },
)
