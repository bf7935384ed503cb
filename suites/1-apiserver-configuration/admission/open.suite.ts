import { currentCheck, formerly, rulesOf, says, test } from '#kit'
import { startOutcome } from '../../shared/api-server.ts'
import { declareOpenRules } from '../../shared/configuration/open-rules.ts'
import { fileAtPath, nodeSelector } from './plugin-configurations.ts'
import { PluginFixture } from '../../shared/admission/plugin-fixture.ts'
import { pod, podSpec } from '../../shared/admission/pod-probes.ts'
import { pluginPeers } from '../../shared/admission/plugin-peers.ts'
import { files, singleFiles } from './complete-file.ts'

const { unspecified } = rulesOf({
  document: 1,
  section: 'AdmissionConfiguration',
  capability: 'plugin-effects',
  overlaps: true,
})

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const peers = pluginPeers()

unspecified('admission.entry.relative-path', { row: 'path', aspect: 'relative' }, () => {
  says('From which directory a relative path leads is open.')
  test(
    {
      title: 'the directory of a relative path in the file is recorded',
      id: 'what becomes of a relative path beside the file is recorded',
    },
    async () => {
      // An entry of a disabled plugin, which makes the harness write the file that the relative path names.
      const otherPlugin = {
        name: 'AlwaysPullImages',
        path: fileAtPath('beside', nodeSelector('from=beside')),
      }
      const pathChanges = {
        'plugins.0.configuration': undefined,
        'plugins.0.path': 'beside.yaml',
        'plugins.1': otherPlugin,
      }
      let podNodeSelector: unknown
      const { outcome } = await startOutcome(await singleFiles.spec(pathChanges), async (server) => {
        const fixture = new PluginFixture(server, await peers())
        const createdPod = await fixture.requestCreation(
          `/api/v1/namespaces/${await fixture.space('relative')}/pods`,
          pod(),
        )
        podNodeSelector = podSpec(createdPod)?.nodeSelector
      })
      currentCheck().observe(
        'a relative path',
        outcome === 'ready' ? (podNodeSelector ?? 'no configuration') : outcome,
      )
    },
  )
})

declareOpenRules('admission.entry.', table.section, singleFiles, {
  'missing-file-beside-configuration': {
    says: 'Whether a path that is not used may lead nowhere is open.',
    rows: ['path'],
    aspect: 'next to configuration',
    cases: {
      'both a path to a missing file and a configuration': formerly('a missing file beside a configuration', {
        'plugins.0.path': '/nonexistent/selector.yaml',
      }),
    },
  },
})

declareOpenRules('admission.file.', table.section, files, {
  'unknown-fields': {
    says: 'Whether a file may have fields that no table names is open.',
    rows: ['name', 'path', 'configuration'],
    aspect: 'unknown fields',
    cases: {
      'an unknown field at the top level': formerly('a field that nobody names at the top', { plugin: [] }),
      'an unknown field in an entry': formerly('a field that nobody names in an entry', {
        'plugins.0.config': {},
      }),
    },
  },
})
