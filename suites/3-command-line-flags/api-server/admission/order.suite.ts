import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { actsNow, comesToAct } from '../../../shared/admission/plugin-world.ts'
import { looks } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const enable = '--enable-admission-plugins'
const disable = '--disable-admission-plugins'
const peers = pluginPeers()
// One makes the namespace that the other misses, so their own order shows.
const makesLast = 'the one that makes namespaces stands last'
const enabling = {
  'the one that makes namespaces stands first': 'NamespaceAutoProvision,NamespaceExists',
  [makesLast]: 'NamespaceExists,NamespaceAutoProvision',
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

rule(
  {
    id: 'flag.enable-admission-plugins.order',
    level: 'MUST',
    says: `In which order ${enable} lists plugins makes no difference.`,
    source: flagRow(enable, 'order irrelevant'),
    capability: 'plugin-effects',
    overlaps: true,
  },
  () => {
    test
      .for(servers(enable, enabling))('an object makes its namespace when %s', async (world) => {
        expect(await comesToAct(looks.NamespaceAutoProvision, await world()), 'it came to be').toBe(true)
      })
      .sees('plugin-not-enabled-NamespaceAutoProvision', (_world, name) =>
        name === makesLast ? ['plugins-run-in-flag-order', 'only-first-enabled-plugin-counts'] : undefined,
      )
  },
)

rule(
  {
    id: 'flag.disable-admission-plugins.order',
    level: 'MUST',
    says: `In which order ${disable} lists plugins makes no difference.`,
    source: flagRow(disable, 'order irrelevant'),
    capability: 'plugin-effects',
    overlaps: true,
  },
  () => {
    test
      .for(servers(disable, disabling))('both plugins are off when they are listed %s', async (world) => {
        const running = await world()
        const [priority, serviceAccount] = await Promise.all([
          actsNow(looks.Priority, running),
          actsNow(looks.ServiceAccount, running),
        ])

        expect({ priority, serviceAccount }, 'what acts').toEqual({ priority: false, serviceAccount: false })
      })
      .sees(
        'only-first-disabled-plugin-counts',
        'plugin-not-disabled-Priority',
        'plugin-not-disabled-ServiceAccount',
      )
  },
)
