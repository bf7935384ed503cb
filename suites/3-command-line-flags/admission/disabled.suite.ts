import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { pluginPeers, pluginServer } from '../../fixtures/plugins/plugin-peers.ts'
import { actsNow } from '../../fixtures/plugins/plugin-world.ts'
import { onByDefault } from '../../fixtures/plugins/names.ts'
import { looks, pluginRow, seenOf } from '../../fixtures/plugins/plugins.ts'
import { flagRow } from '../flag-rules.ts'
import { cases, perPlugin } from './claims.ts'

const flag = '--disable-admission-plugins'
const world = pluginServer(pluginPeers(), () => ({ [flag]: onByDefault.join(',') }))

const disabled = seenOf(onByDefault)
const title = (plugin: string): string => `${plugin} does not act`
// The one that is listed first is no plugin that can be seen.
const laterTitles = disabled.map(title)

rule(
  {
    id: 'flag.disable-admission-plugins.switches-off',
    level: 'MUST',
    says: `Plugins that ${flag} lists are off although they are enabled by default, every one of them.`,
    source: flagRow(flag, 'plugins disabled'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: {
      ...perPlugin('not-disabled', disabled, title),
      'only-first-disabled-plugin-counts': laterTitles,
    },
  },
  () => {
    test.for(cases(disabled))('%s does not act', async (plugin) => {
      expect(await actsNow(looks[plugin], await world()), `${plugin} acts`).toBe(false)
    })
  },
)

rule(
  {
    id: 'admission-plugins.off-by-default.namespace-exists',
    level: 'MUST',
    says: 'NamespaceExists is off when no flag says otherwise.',
    source: pluginRow('Available but off by default, NamespaceExists'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: {
      'plugin-on-by-default-NamespaceExists': ['nothing keeps objects away from missing namespaces'],
      'plugin-not-disabled-NamespaceLifecycle': ['nothing keeps objects away from missing namespaces'],
      'only-first-disabled-plugin-counts': ['nothing keeps objects away from missing namespaces'],
    },
  },
  () => {
    test('nothing keeps objects away from missing namespaces', async () => {
      expect(await actsNow(looks.NamespaceExists, await world()), 'NamespaceExists acts').toBe(false)
    })
  },
)
