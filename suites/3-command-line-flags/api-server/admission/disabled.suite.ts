import { expect, rulesOf, says, test } from '#kit'
import { pluginPeers, pluginServer } from '../../../shared/admission/plugin-peers.ts'
import { actsNow } from '../../../shared/admission/plugin-world.ts'
import { onByDefault } from '../../../shared/tables/admission-plugins.ts'
import { looks, pluginRows, seenOf } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { cases } from './cases.ts'

const { must } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const flag = '--disable-admission-plugins'
const world = pluginServer(pluginPeers(), () => ({ [flag]: onByDefault.join(',') }))

const disabled = seenOf(onByDefault)

must('flag.disable-admission-plugins.switches-off', flagRow(flag, 'plugins disabled'), () => {
  says(`Plugins that ${flag} lists are off although they are enabled by default, every one of them.`)
  test
    .for(cases(disabled))('%s does not act', async (plugin) => {
      expect(await actsNow(looks[plugin], await world()), `${plugin} acts`).toBe(false)
    })
    .sees((plugin) => `plugin-not-disabled-${plugin}`)
})

must(
  'admission-plugins.off-by-default.namespace-exists',
  pluginRows(['NamespaceExists'], 'off by default'),
  () => {
    says('NamespaceExists is off when no flag says otherwise.')
    test('nothing keeps objects away from missing namespaces', async () => {
      expect(await actsNow(looks.NamespaceExists, await world()), 'NamespaceExists acts').toBe(false)
    }).sees('plugin-on-by-default-NamespaceExists')
  },
)
