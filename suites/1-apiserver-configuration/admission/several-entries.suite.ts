import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { refuseImages } from '#mocks/image-policy/index.ts'
import { atPath, baselineSecurity, nodeSelector } from '../../fixtures/plugins/admission-files.ts'
import {
  admissionFlags,
  eventLimits,
  imagePolicyConfiguration,
  pluginPeers,
  pluginServer,
} from '../../fixtures/plugins/plugin-peers.ts'
import { comesToAct } from '../../fixtures/plugins/plugin-world.ts'
import { looks } from '../../fixtures/plugins/plugins.ts'
import { pod, selectorFrom } from '../../fixtures/plugins/pod-looks.ts'

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const several = pluginServer(pluginPeers(), (running) => ({
  '--enable-admission-plugins': 'PodNodeSelector,EventRateLimit,ImagePolicyWebhook',
  ...admissionFlags([
    { name: 'PodNodeSelector', path: atPath('by-path', nodeSelector('from=path')) },
    { name: 'PodSecurity', path: atPath('security', baselineSecurity) },
    { name: 'EventRateLimit', configuration: eventLimits },
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(running, 'several') },
  ]),
}))

const shared = { level: 'MUST', capability: 'plugin-effects' } as const

const entries = {
  first: 'the first entry configures its plugin',
  second: 'the second entry configures its plugin',
  third: 'the third entry configures its plugin',
  fourth: 'the fourth entry configures its plugin',
} as const

rule(
  {
    ...shared,
    id: 'admission.entry.one-per-plugin',
    says: 'There is an entry per plugin, and each configures its own.',
    source: { ...table, row: 'AdmissionConfiguration.plugins, an entry per plugin' },
    faults: {
      'second-admission-entry-refused': Object.values(entries),
      'only-first-admission-entry-used': Object.values(entries).slice(1),
      'admission-path-ignored': [entries.first, entries.second],
      'plugin-not-enabled-PodNodeSelector': [entries.first],
      'plugin-off-by-default-PodSecurity': [entries.second],
      'enabled-plugins-replace-defaults': [entries.second],
      'plugin-not-enabled-EventRateLimit': [entries.third],
      'plugin-not-enabled-ImagePolicyWebhook': [entries.fourth],
      'only-first-enabled-plugin-counts': [entries.third, entries.fourth],
    },
  },
  () => {
    test(entries.first, async () => {
      expect(await selectorFrom(await several())).toBe('path')
    })

    test(entries.second, async () => {
      const world = await several()
      const space = `/api/v1/namespaces/${await world.space('baseline')}/pods`
      const [plain, inHostNetwork] = [
        await world.attempt(space, pod()),
        await world.attempt(space, pod({ hostNetwork: true })),
      ]

      expect([plain.outcome, inHostNetwork.outcome]).toEqual(['made', 'kept-away'])
    })

    test(entries.third, async () => {
      expect(await comesToAct(looks.EventRateLimit, await several()), 'EventRateLimit acts').toBe(true)
    })

    test(entries.fourth, async () => {
      const world = await several()
      const [space, refused] = [await world.space('allowed'), await world.space('refused')]
      const policy = world.peers.images.webhook('several')
      policy.about(refused).answer({ review: refuseImages('not these') })
      const [one, other] = [
        await world.attempt(`/api/v1/namespaces/${space}/pods`, pod()),
        await world.attempt(`/api/v1/namespaces/${refused}/pods`, pod()),
      ]

      expect([one.outcome, other.outcome]).toEqual(['made', 'kept-away'])
      expect(policy.about(refused).journal.length, 'the backend was asked').toBeGreaterThan(0)
    })
  },
)
