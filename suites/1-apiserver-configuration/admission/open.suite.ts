import { currentCheck } from '#harness/check/context.ts'
import { rule, test } from '#harness/check/rule.ts'
import { startOutcome } from '../../fixtures/api-server.ts'
import { atPath, nodeSelector } from '../../fixtures/plugins/admission-files.ts'
import { PluginWorld } from '../../fixtures/plugins/plugin-world.ts'
import { pod, podSpec } from '../../fixtures/plugins/pod-looks.ts'
import { pluginPeers } from '../../fixtures/plugins/plugin-peers.ts'
import { files, singleFiles } from './complete-file.ts'

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const open = { level: 'UNSPECIFIED', overlaps: true } as const
const peers = pluginPeers()

rule(
  {
    ...open,
    id: 'admission.entry.relative-path',
    says: 'From which directory a relative path leads is open.',
    source: { ...table, row: 'AdmissionPluginConfiguration.path, relative' },
    capability: 'plugin-effects',
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
      const { outcome } = await startOutcome(singleFiles.spec(changes), async (server) => {
        const world = new PluginWorld(server, await peers())
        const made = await world.attempt(`/api/v1/namespaces/${await world.space('relative')}/pods`, pod())
        seen = podSpec(made)?.nodeSelector
      })
      currentCheck()?.observe('a relative path', outcome === 'ready' ? (seen ?? 'no configuration') : outcome)
    })
  },
)

rule(
  {
    ...open,
    id: 'admission.entry.missing-file-beside-configuration',
    says: 'Whether a path that is not used may lead nowhere is open.',
    source: { ...table, row: 'AdmissionPluginConfiguration.path, beside configuration' },
  },
  () => {
    test('whether a path where no file is may stand beside a configuration is recorded', async () => {
      await singleFiles.observes('a missing file beside a configuration', {
        'plugins.0.path': '/nonexistent/selector.yaml',
      })
    })
  },
)

rule(
  {
    ...open,
    id: 'admission.entry.repeated-plugin',
    says: 'Whether a plugin may have two entries is open.',
    source: { ...table, row: 'AdmissionConfiguration.plugins, repeated entry' },
  },
  () => {
    test('whether two entries of one plugin are accepted is recorded', async () => {
      await files.observes('two entries of one plugin', { 'plugins.3': { name: 'PodNodeSelector' } })
    })
  },
)

rule(
  {
    ...open,
    id: 'admission.file.unknown-fields',
    says: 'Whether a file may have fields that no table names is open.',
    source: { ...table, row: 'AdmissionPluginConfiguration, unknown fields' },
  },
  () => {
    test.for({
      'the file': { plugin: [] },
      'an entry': { 'plugins.0.config': {} },
    })('whether %s may have an unknown field is recorded', async (changes) => {
      await files.observes('an unknown field', changes)
    })
  },
)
