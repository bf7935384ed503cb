import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { pluginPeers, pluginServer } from '../../fixtures/plugins/plugin-peers.ts'
import { actsNow, comesToAct } from '../../fixtures/plugins/plugin-world.ts'
import { looks } from '../../fixtures/plugins/plugins.ts'
import { flagRow } from '../flag-rules.ts'

const enable = '--enable-admission-plugins'
const disable = '--disable-admission-plugins'
const peers = pluginPeers()
// One makes the namespace that the other misses, so their own order shows.
const enabling = {
  'the one that makes namespaces stands first': 'NamespaceAutoProvision,NamespaceExists',
  'the one that makes namespaces stands last': 'NamespaceExists,NamespaceAutoProvision',
}
const disabling = {
  'in the order of the alphabet': 'Priority,ServiceAccount',
  'in the other order': 'ServiceAccount,Priority',
}

const servers = <Name extends string>(flag: `--${string}`, lists: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      pluginServer(peers, () => ({ [flag]: String(list) })),
    ]),
  )

const made = Object.keys(enabling).map((name) => `an object makes its namespace when ${name}`)

rule(
  {
    id: 'flag.enable-admission-plugins.order',
    level: 'MUST',
    says: `In which order ${enable} lists plugins makes no difference.`,
    source: flagRow(enable, 'order irrelevant'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: {
      'plugins-run-in-flag-order': made.slice(1),
      'only-first-enabled-plugin-counts': made.slice(1),
      'plugin-not-enabled-NamespaceAutoProvision': made,
    },
  },
  () => {
    test.for(servers(enable, enabling))('an object makes its namespace when %s', async (world) => {
      expect(await comesToAct(looks.NamespaceAutoProvision, await world()), 'it came to be').toBe(true)
    })
  },
)

const off = Object.keys(disabling).map((name) => `both plugins are off when they are listed ${name}`)

rule(
  {
    id: 'flag.disable-admission-plugins.order',
    level: 'MUST',
    says: `In which order ${disable} lists plugins makes no difference.`,
    source: flagRow(disable, 'order irrelevant'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: {
      'only-first-disabled-plugin-counts': off,
      'plugin-not-disabled-Priority': off,
      'plugin-not-disabled-ServiceAccount': off,
    },
  },
  () => {
    test.for(servers(disable, disabling))('both plugins are off when they are listed %s', async (world) => {
      const running = await world()
      const [priority, serviceAccount] = await Promise.all([
        actsNow(looks.Priority, running),
        actsNow(looks.ServiceAccount, running),
      ])

      expect({ priority, serviceAccount }, 'what acts').toEqual({ priority: false, serviceAccount: false })
    })
  },
)
