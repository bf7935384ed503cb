import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { atPath, nodeSelector } from '../../fixtures/plugins/admission-files.ts'
import {
  admissionFile,
  admissionFlags,
  type PluginEntry,
  pluginPeers,
  pluginServer,
} from '../../fixtures/plugins/plugin-peers.ts'
import { selectorFrom } from '../../fixtures/plugins/pod-looks.ts'
import { file } from '#harness/launch/flags.ts'

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const peers = pluginPeers()
const enabled = { '--enable-admission-plugins': 'PodNodeSelector' } as const
const path = atPath('by-path', nodeSelector('from=path'))
const configuration = nodeSelector('from=inline')

const serverWith = (...plugins: readonly PluginEntry[]) =>
  pluginServer(peers, () => ({ ...enabled, ...admissionFlags(plugins) }))
const byPath = serverWith({ name: 'PodNodeSelector', path })
const inline = serverWith({ name: 'PodNodeSelector', configuration })
const both = serverWith({ name: 'PodNodeSelector', path, configuration })
const alpha = pluginServer(peers, () => ({
  ...enabled,
  '--admission-control-config-file': file(
    'admission.yaml',
    admissionFile([{ name: 'PodNodeSelector', path, configuration }], 'v1alpha1'),
  ),
}))

const shared = { level: 'MUST', capability: 'plugin-effects' } as const

rule(
  {
    ...shared,
    id: 'admission.entry.path-used',
    says: 'The plugin is configured by the file at path.',
    source: { ...table, row: 'AdmissionPluginConfiguration.path' },
    faults: {
      'admission-path-ignored': ['the plugin does what the file says'],
      'plugin-not-enabled-PodNodeSelector': ['the plugin does what the file says'],
    },
  },
  () => {
    test('the plugin does what the file says', async () => {
      expect(await selectorFrom(await byPath())).toBe('path')
    })
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.configuration-used',
    says: 'The plugin is configured by the object of configuration.',
    source: { ...table, row: 'AdmissionPluginConfiguration.configuration' },
    faults: {
      'admission-configuration-ignored': ['the plugin does what the object says'],
      'plugin-not-enabled-PodNodeSelector': ['the plugin does what the object says'],
    },
  },
  () => {
    test('the plugin does what the object says', async () => {
      expect(await selectorFrom(await inline())).toBe('inline')
    })
  },
)

const over = 'the plugin does what the object says and not what the file says'
const overInAlpha = `${over}, under v1alpha1 too`

rule(
  {
    ...shared,
    id: 'admission.entry.configuration-over-path',
    says: 'configuration is used instead of path when both are present.',
    source: { ...table, row: 'AdmissionPluginConfiguration.configuration, beside path' },
    faults: {
      'admission-path-beats-configuration': [over, overInAlpha],
      'admission-configuration-ignored': [over, overInAlpha],
      'admission-path-beside-configuration-refused': [over, overInAlpha],
      'version-v1alpha1-refused': [overInAlpha],
      'plugin-not-enabled-PodNodeSelector': [over, overInAlpha],
    },
  },
  () => {
    test(over, async () => {
      expect(await selectorFrom(await both())).toBe('inline')
    })

    test(overInAlpha, async () => {
      expect(await selectorFrom(await alpha())).toBe('inline')
    })
  },
)
