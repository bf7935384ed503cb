import { expect, formerly, rulesOf, says, test } from '#kit'
import { isActive, becomesActive } from '../../../shared/admission/plugin-fixture.ts'
import { pluginProbes } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { enableFlag, disableFlag } from './order-flags.ts'
import { serverInOrder, serverInReverseOrder } from './plugin-servers.ts'

const { must } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const firstServer = serverInOrder
const lastServer = serverInReverseOrder

// End of the title for the second order. One plugin creates the namespace that the other requires, so the order is
// observable.
const lastPluginFault = 'the plugin that creates namespaces is last'
const enablingOrders = {
  'the plugin that creates namespaces is first': formerly(
    'the one that makes namespaces stands first',
    firstServer,
  ),
  [lastPluginFault]: formerly('the one that makes namespaces stands last', lastServer),
}
const disablingOrders = {
  'in alphabetical order': formerly('in the order of the alphabet', firstServer),
  'in reverse order': formerly('in the other order', lastServer),
}

must('flag.enable-admission-plugins.order', flagRow(enableFlag, 'order irrelevant'), () => {
  says(`In which order ${enableFlag} lists plugins makes no difference.`)
  test
    .for(enablingOrders)(
      {
        title: 'an object in a missing namespace creates the namespace when %s',
        id: 'an object makes its namespace when %s',
      },
      async (fixture) => {
        expect(
          await becomesActive(pluginProbes.NamespaceAutoProvision, await fixture()),
          'it came to be',
        ).toBe(true)
      },
    )
    .sees('plugin-not-enabled-NamespaceAutoProvision', (_world, name) =>
      name === lastPluginFault
        ? ['plugins-run-in-flag-order', 'only-first-enabled-plugin-counts']
        : undefined,
    )
})

must('flag.disable-admission-plugins.order', flagRow(disableFlag, 'order irrelevant'), () => {
  says(`In which order ${disableFlag} lists plugins makes no difference.`)
  test
    .for(disablingOrders)('both plugins are off when they are listed %s', async (fixture) => {
      const pluginFixture = await fixture()
      const [priority, serviceAccount] = await Promise.all([
        isActive(pluginProbes.Priority, pluginFixture),
        isActive(pluginProbes.ServiceAccount, pluginFixture),
      ])

      expect({ priority, serviceAccount }, 'what acts').toEqual({
        priority: false,
        serviceAccount: false,
      })
    })
    .sees('plugin-not-disabled-Priority')
})
