import { expect, rulesOf, says, test } from '#kit'
import { isActive, becomesActive } from '../../../shared/admission/plugin-fixture.ts'
import { disabledPlugins, enabledPlugins } from '#documents/3/lists/admission-plugins.ts'
import { pluginProbes, pluginRows, observablePlugins } from '../../../shared/admission/plugins.ts'
import { cases } from './cases.ts'
import { defaultPluginServer } from './plugin-servers.ts'

const { must, excluded } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const activePlugins = observablePlugins(enabledPlugins)

// NamespaceExists is tested on a separate server without NamespaceLifecycle, which rejects the same requests.
const inactivePlugins = observablePlugins(disabledPlugins).filter((plugin) => plugin !== 'NamespaceExists')

const unobservablePlugins = [...enabledPlugins, ...disabledPlugins].filter((name) => !(name in pluginProbes))

const pluginFixture = defaultPluginServer

must('admission-plugins.on-by-default', pluginRows(activePlugins, 'enabled by default'), () => {
  says('The plugins that are listed as enabled by default are on when no flag says otherwise.')
  test
    .for(cases(activePlugins))({ title: '%s is active', id: '%s acts' }, async (plugin) => {
      expect(await becomesActive(pluginProbes[plugin], await pluginFixture()), `${plugin} acts`).toBe(true)
    })
    .sees((plugin) => `plugin-off-by-default-${plugin}`)
})

must('admission-plugins.off-by-default', pluginRows(inactivePlugins, 'off by default'), () => {
  says('The plugins that are listed as available but off by default are off when no flag says otherwise.')
  test
    .for(cases(inactivePlugins))({ title: '%s is not active', id: '%s does not act' }, async (plugin) => {
      expect(await isActive(pluginProbes[plugin], await pluginFixture()), `${plugin} acts`).toBe(false)
    })
    .sees((plugin) => `plugin-on-by-default-${plugin}`)
})

excluded(
  'admission-plugins.unseen',
  pluginRows(unobservablePlugins),
  `Requests for ordinary objects do not show whether these plugins are on: ${unobservablePlugins.join(', ')}.`,
  'The documents do not describe what plugins do. AlwaysAdmit does nothing; CertificateApproval, CertificateSigning and ClusterTrustBundleAttest only hand on what an authorizer refuses about subresources and APIs that no document names; MutatingAdmissionPolicy and PodTopologyLabels need APIs or gates that no document names. Their names are taken and refused like all others: flag.enable-admission-plugins.values, flag.disable-admission-plugins.values, admission.entry.name-registered.',
)
