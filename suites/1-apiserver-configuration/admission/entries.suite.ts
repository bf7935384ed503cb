import { rule, test } from '#harness/check/rule.ts'
import { offByDefault, onByDefault } from '../../fixtures/plugins/names.ts'
import { completeTwin, files, singleFiles } from './complete-file.ts'

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const shared = { level: 'MUST', overlaps: true } as const

rule(
  {
    ...shared,
    id: 'admission.file.plugins-optional',
    says: 'plugins may be left out, and may list no entry.',
    source: { ...table, row: 'AdmissionConfiguration.plugins, column Required' },
    faults: {
      'admission-plugins-required': ['accepts a file without plugins'],
      'admission-plugins-empty-refused': ['accepts a file with no entry'],
    },
  },
  () => {
    test('accepts a file without plugins', async () => {
      await singleFiles.accepts({ plugins: undefined })
    })

    test('accepts a file with no entry', async () => {
      await singleFiles.accepts({ plugins: [] })
    })
  },
)

const name = 'accepts an entry of a name alone'
const noPath = 'accepts an entry without path'
const noConfiguration = 'accepts an entry without configuration'

rule(
  {
    ...shared,
    id: 'admission.entry.optional-fields',
    says: 'An entry may leave out path, configuration or both.',
    source: { ...table, row: 'AdmissionPluginConfiguration, column Required' },
    faults: {
      'admission-entry-of-name-alone-refused': [name],
      'admission-path-required': [name, noPath],
      'admission-configuration-required': [name, noConfiguration],
    },
  },
  () => {
    test(name, async () => {
      await singleFiles.accepts({ 'plugins.0.path': undefined, 'plugins.0.configuration': undefined })
    })

    test(noPath, async () => {
      await singleFiles.accepts({ 'plugins.0.path': undefined })
    })

    test(noConfiguration, async () => {
      await singleFiles.accepts({ 'plugins.0.configuration': undefined })
    })
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.name-required',
    says: 'Every entry names a plugin.',
    source: { ...table, row: 'AdmissionPluginConfiguration.name, column Required' },
    twin: completeTwin,
    faults: {
      'admission-plugin-name-missing-accepted': [
        'refuses an entry without name',
        'refuses an entry whose name is empty',
      ],
    },
  },
  () => {
    test.for({ 'without name': undefined, 'whose name is empty': '' })(
      'refuses an entry %s',
      async (value) => {
        await files.refuses({ 'plugins.0.name': value }, 'name')
      },
    )
  },
)

const everyPlugin = 'accepts an entry for every documented plugin'
const unknown = {
  'of no plugin at all': 'NoSuchPlugin',
  'of a plugin, but in lower case': 'podnodeselector',
  'of a plugin with a letter more': 'PodNodeSelectors',
}

rule(
  {
    ...shared,
    id: 'admission.entry.name-registered',
    says: 'The name of an entry is that of a registered plugin, whether the plugin is on or off.',
    source: { ...table, row: 'AdmissionPluginConfiguration.name' },
    faults: {
      'admission-entry-of-plugin-off-refused': [everyPlugin],
      'second-admission-entry-refused': [everyPlugin],
      'admission-entry-of-name-alone-refused': [everyPlugin],
      'admission-path-required': [everyPlugin],
      'admission-configuration-required': [everyPlugin],
      'admission-plugin-name-unchecked': Object.keys(unknown).map((each) => `refuses the name ${each}`),
    },
  },
  () => {
    test(everyPlugin, async () => {
      const plugins = [...onByDefault, ...offByDefault].map((plugin) => ({ name: plugin }))
      await singleFiles.accepts({ plugins })
    })

    test.for(unknown)('refuses the name %s', async (value) => {
      await singleFiles.refuses({ 'plugins.0.name': value }, value)
    })
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.path-names-a-file',
    says: 'path is the path of a file, so that one where no file is configures nothing that is on.',
    source: { ...table, row: 'AdmissionPluginConfiguration.path: a file' },
    twin: 'admission.entry.optional-fields/accepts-an-entry-without-configuration',
    faults: {
      'missing-file-accepted': ['refuses a path where no file is'],
      'admission-path-ignored': ['refuses a path where no file is'],
    },
  },
  () => {
    test('refuses a path where no file is', async () => {
      const nowhere = '/nonexistent/selector.yaml'
      await singleFiles.refuses(
        { 'plugins.0.path': nowhere, 'plugins.0.configuration': undefined },
        'nonexistent',
      )
    })
  },
)
