import { currentCheck } from '#harness/check/context.ts'
import { rule, test } from '#harness/check/rule.ts'
import { startOutcome } from '../../fixtures/api-server.ts'
import { openRules } from '../../fixtures/open-rules.ts'
import { atPath, nodeSelector } from '../../fixtures/plugins/admission-files.ts'
import { PluginWorld } from '../../fixtures/plugins/plugin-world.ts'
import { pod, podSpec } from '../../fixtures/plugins/pod-looks.ts'
import { pluginPeers } from '../../fixtures/plugins/plugin-peers.ts'
import { files, singleFiles } from './complete-file.ts'

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const peers = pluginPeers()

rule(
  {
    id: 'admission.entry.relative-path',
    level: 'UNSPECIFIED',
    says: 'From which directory a relative path leads is open.',
    source: { ...table, row: 'AdmissionPluginConfiguration.path, relative' },
    capability: 'plugin-effects',
    overlaps: true,
  },
  () => {
    test('what becomes of a relative path beside the file is recorded', async () => {
      // The entry of a plugin that is off puts the file there.
      const beside = { name: 'AlwaysPullImages', path: atPath('beside', nodeSelector('from=beside')) }
      const changes = {
        'plugins.0.configuration': undefined,
        'plugins.0.path': 'beside.yaml',
        'plugins.1': beside,
      }
      let seen: unknown
      const { outcome } = await startOutcome(await singleFiles.spec(changes), async (server) => {
        const world = new PluginWorld(server, await peers())
        const made = await world.attempt(`/api/v1/namespaces/${await world.space('relative')}/pods`, pod())
        seen = podSpec(made)?.nodeSelector
      })
      currentCheck()?.observe('a relative path', outcome === 'ready' ? (seen ?? 'no configuration') : outcome)
    })
  },
)

openRules('admission.entry.', table.section, singleFiles, {
  'missing-file-beside-configuration': {
    says: 'Whether a path that is not used may lead nowhere is open.',
    row: 'AdmissionPluginConfiguration.path, beside configuration',
    cases: { 'a missing file beside a configuration': { 'plugins.0.path': '/nonexistent/selector.yaml' } },
  },
  'repeated-plugin': {
    says: 'Whether a plugin may have two entries is open.',
    row: 'AdmissionConfiguration.plugins, repeated entry',
    cases: { 'two entries of one plugin': { 'plugins.1': { name: 'PodNodeSelector' } } },
  },
})

openRules('admission.file.', table.section, files, {
  'unknown-fields': {
    says: 'Whether a file may have fields that no table names is open.',
    row: 'AdmissionPluginConfiguration, unknown fields',
    cases: {
      'a field that nobody names at the top': { plugin: [] },
      'a field that nobody names in an entry': { 'plugins.0.config': {} },
    },
  },
})
