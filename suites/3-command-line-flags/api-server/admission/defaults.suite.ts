import { expect, rulesOf, says, test } from '#kit'
import { isActive, becomesActive } from '../../../shared/admission/plugin-fixture.ts'
import { disabledPlugins, enabledPlugins } from '#documents/3/lists/admission-plugins.ts'
import { pluginProbes, pluginRows, observablePlugins } from '../../../shared/admission/plugins.ts'
import { cases } from './cases.ts'
import { usual } from './plugin-servers.ts'

const { must, excluded } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const on = observablePlugins(enabledPlugins)

// NamespaceLifecycle rejects the same requests as NamespaceExists, so the latter is tested where the former is off.
const off = observablePlugins(disabledPlugins).filter((plugin) => plugin !== 'NamespaceExists')

const undetected = [...enabledPlugins, ...disabledPlugins].filter((name) => !(name in pluginProbes))

const fixture = usual

must('admission-plugins.on-by-default', pluginRows(on, 'enabled by default'), () => {
  says('The plugins that are listed as enabled by default are on when no flag says otherwise.')
  test
    .for(cases(on))('%s acts', async (plugin) => {
      expect(await becomesActive(pluginProbes[plugin], await fixture()), `${plugin} acts`).toBe(true)
    })
    .sees((plugin) => `plugin-off-by-default-${plugin}`)
})

must('admission-plugins.off-by-default', pluginRows(off, 'off by default'), () => {
  says('The plugins that are listed as available but off by default are off when no flag says otherwise.')
  test
    .for(cases(off))('%s does not act', async (plugin) => {
      expect(await isActive(pluginProbes[plugin], await fixture()), `${plugin} acts`).toBe(false)
    })
    .sees((plugin) => `plugin-on-by-default-${plugin}`)
})

excluded(
  'admission-plugins.unseen',
  pluginRows(undetected),
  `Requests for ordinary objects do not show whether these plugins are on: ${undetected.join(', ')}.`,
  'The documents do not describe what plugins do. AlwaysAdmit does nothing; CertificateApproval, CertificateSigning and ClusterTrustBundleAttest only hand on what an authorizer refuses about subresources and APIs that no document names; MutatingAdmissionPolicy and PodTopologyLabels need APIs or gates that no document names. Their names are taken and refused like all others: flag.enable-admission-plugins.values, flag.disable-admission-plugins.values, admission.entry.name-registered.',
)
