import { expect, rulesOf, says, test } from '#kit'
import { refuseImages } from '#mocks/image-policy/index.ts'
import { fileAtPath, baselinePodSecurity, nodeSelector } from './plugin-configurations.ts'
import {
  admissionFlags,
  eventLimits,
  imagePolicyConfiguration,
  pluginPeers,
  pluginServer,
} from '../../shared/admission/plugin-peers.ts'
import { becomesActive } from '../../shared/admission/plugin-fixture.ts'
import { pluginProbes } from '../../shared/admission/plugins.ts'
import { pod, selectorFrom } from '../../shared/admission/pod-probes.ts'

const { must } = rulesOf({ document: 1, section: 'AdmissionConfiguration', capability: 'plugin-effects' })
const serverWithPlugins = pluginServer(pluginPeers(), (running) => ({
  '--enable-admission-plugins': 'PodNodeSelector,EventRateLimit,ImagePolicyWebhook',
  ...admissionFlags([
    { name: 'PodNodeSelector', path: fileAtPath('by-path', nodeSelector('from=path')) },
    { name: 'PodSecurity', path: fileAtPath('security', baselinePodSecurity) },
    { name: 'EventRateLimit', configuration: eventLimits },
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(running, 'several') },
  ]),
}))

must('admission.entry.one-per-plugin', { row: 'plugins', aspect: 'an entry per plugin' }, () => {
  says('There is an entry per plugin, and each configures its own.')
  test('the first entry configures its plugin', async () => {
    expect(await selectorFrom(await serverWithPlugins())).toBe('path')
  }).sees('admission-path-ignored')

  test('the second entry configures its plugin', async () => {
    const fixture = await serverWithPlugins()
    const podsPath = `/api/v1/namespaces/${await fixture.space('baseline')}/pods`
    const [plain, inHostNetwork] = [
      await fixture.requestCreation(podsPath, pod()),
      await fixture.requestCreation(podsPath, pod({ hostNetwork: true })),
    ]

    expect([plain.outcome, inHostNetwork.outcome]).toEqual(['made', 'kept-away'])
  }).sees('only-first-admission-entry-used')

  test('the third entry configures its plugin', async () => {
    expect(
      await becomesActive(pluginProbes.EventRateLimit, await serverWithPlugins()),
      'EventRateLimit acts',
    ).toBe(true)
  }).sees('plugin-not-enabled-EventRateLimit')

  test('the fourth entry configures its plugin', async () => {
    const fixture = await serverWithPlugins()
    const [space, refused] = [await fixture.space('allowed'), await fixture.space('refused')]
    const policy = fixture.peers.images.webhook('several')
    policy.about(refused).answer({ review: refuseImages('not these') })
    const [one, other] = [
      await fixture.requestCreation(`/api/v1/namespaces/${space}/pods`, pod()),
      await fixture.requestCreation(`/api/v1/namespaces/${refused}/pods`, pod()),
    ]

    expect([one.outcome, other.outcome]).toEqual(['made', 'kept-away'])
    expect(policy.about(refused).journal.length, 'the backend was asked').toBeGreaterThan(0)
  }).sees('plugin-not-enabled-ImagePolicyWebhook')
})
