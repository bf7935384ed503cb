import { expect, rulesOf, says, test } from '#kit'
import { pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { isActive } from '../../../shared/admission/plugin-fixture.ts'
import { enabledPlugins } from '#documents/3/lists/admission-plugins.ts'
import { pluginProbes, pluginRows, observablePlugins } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { cases } from './cases.ts'

const { must } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const flag = '--disable-admission-plugins'
const pluginFixture = pluginServer(pluginPeers(), () => ({ [flag]: enabledPlugins.join(',') }))

const defaultPlugins = observablePlugins(enabledPlugins)

must('flag.disable-admission-plugins.switches-off', flagRow(flag, 'plugins disabled'), () => {
  says(`Plugins that ${flag} lists are off although they are enabled by default, every one of them.`)
  test
    .for(cases(defaultPlugins))({ title: '%s is not active', id: '%s does not act' }, async (plugin) => {
      expect(await isActive(pluginProbes[plugin], await pluginFixture()), `${plugin} acts`).toBe(false)
    })
    .sees((plugin) => `plugin-not-disabled-${plugin}`)
})

must(
  'admission-plugins.off-by-default.namespace-exists',
  pluginRows(['NamespaceExists'], 'off by default'),
  () => {
    says('NamespaceExists is off when no flag says otherwise.')
    test(
      {
        title: 'objects in missing namespaces are accepted',
        id: 'nothing keeps objects away from missing namespaces',
      },
      async () => {
        expect(
          await isActive(pluginProbes.NamespaceExists, await pluginFixture()),
          'NamespaceExists acts',
        ).toBe(false)
      },
    ).sees('plugin-on-by-default-NamespaceExists')
  },
)
