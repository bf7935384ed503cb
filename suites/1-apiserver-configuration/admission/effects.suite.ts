import { expect, rulesOf, says, test } from '#kit'
import { file } from '#kit/launch.ts'
import { fileAtPath, nodeSelector } from './plugin-configurations.ts'
import {
  admissionFile,
  admissionFlags,
  type PluginEntry,
  pluginPeers,
  pluginServer,
} from '../../shared/admission/plugin-peers.ts'
import { selectorFrom } from '../../shared/admission/pod-probes.ts'

const { must } = rulesOf({ document: 1, section: 'AdmissionConfiguration', capability: 'plugin-effects' })
const peers = pluginPeers()
const enabledPlugin = { '--enable-admission-plugins': 'PodNodeSelector' } as const
const path = fileAtPath('by-path', nodeSelector('from=path'))
const configuration = nodeSelector('from=inline')

const serverWith = (...plugins: readonly PluginEntry[]) =>
  pluginServer(peers, () => ({ ...enabledPlugin, ...admissionFlags(plugins) }))
const serverWithPath = serverWith({ name: 'PodNodeSelector', path })
const serverWithObject = serverWith({ name: 'PodNodeSelector', configuration })
const serverWithBoth = serverWith({ name: 'PodNodeSelector', path, configuration })
const v1alpha1Server = pluginServer(peers, () => ({
  ...enabledPlugin,
  '--admission-control-config-file': file(
    'admission.yaml',
    admissionFile([{ name: 'PodNodeSelector', path, configuration }], 'v1alpha1'),
  ),
}))

must('admission.entry.path-used', 'path', () => {
  says('The plugin is configured by the file at path.')
  test(
    { title: 'the plugin is configured by the file', id: 'the plugin does what the file says' },
    async () => {
      expect(await selectorFrom(await serverWithPath())).toBe('path')
    },
  ).sees('admission-path-ignored')
})

must('admission.entry.configuration-used', 'configuration', () => {
  says('The plugin is configured by the object of configuration.')
  test(
    { title: 'the plugin is configured by the object', id: 'the plugin does what the object says' },
    async () => {
      expect(await selectorFrom(await serverWithObject())).toBe('inline')
    },
  ).sees('admission-configuration-ignored')
})

const title = 'the plugin is configured by the object and not by the file'
const id = 'the plugin does what the object says and not what the file says'

must('admission.entry.configuration-over-path', { row: 'configuration', aspect: 'next to path' }, () => {
  says('configuration is used instead of path when both are present.')
  test({ title, id }, async () => {
    expect(await selectorFrom(await serverWithBoth())).toBe('inline')
  }).sees('admission-path-beats-configuration')

  test({ title: `${title}, with v1alpha1`, id: `${id}, under v1alpha1 too` }, async () => {
    expect(await selectorFrom(await v1alpha1Server())).toBe('inline')
  }).sees('admission-path-beats-configuration')
})
