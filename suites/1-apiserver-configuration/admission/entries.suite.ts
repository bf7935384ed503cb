import { rule, test } from '#harness/check/rule.ts'
import { offByDefault, onByDefault } from '../../shared/admission/names.ts'
import { completeTwin, files, singleFiles } from './complete-file.ts'

const table = { document: 1, section: 'AdmissionConfiguration' } as const
const shared = { level: 'MUST', overlaps: true } as const

rule(
  {
    ...shared,
    id: 'admission.file.plugins-optional',
    says: 'plugins may be left out, and may list no entry.',
    source: { ...table, rows: ['plugins'], aspect: 'column Required' },
  },
  () => {
    test('accepts a file without plugins', async () => {
      await singleFiles.accepts({ plugins: undefined })
    }).sees('admission-plugins-required')

    test('accepts a file with no entry', async () => {
      await singleFiles.accepts({ plugins: [] })
    }).sees('admission-plugins-empty-refused')
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.optional-fields',
    says: 'An entry may leave out path, configuration or both.',
    source: { ...table, rows: ['name', 'path', 'configuration'], aspect: 'column Required' },
  },
  () => {
    test('accepts an entry of a name alone', async () => {
      await singleFiles.accepts({ 'plugins.0.path': undefined, 'plugins.0.configuration': undefined })
    }).sees(
      'admission-entry-of-name-alone-refused',
      'admission-path-required',
      'admission-configuration-required',
    )

    test('accepts an entry without path', async () => {
      await singleFiles.accepts({ 'plugins.0.path': undefined })
    }).sees('admission-path-required')

    test('accepts an entry without configuration', async () => {
      await singleFiles.accepts({ 'plugins.0.configuration': undefined })
    }).sees('admission-configuration-required')
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.name-required',
    says: 'Every entry names a plugin.',
    source: { ...table, rows: ['name'], aspect: 'column Required' },
    twin: completeTwin,
  },
  () => {
    test
      .for({ 'without name': undefined, 'whose name is empty': '' })('refuses an entry %s', async (value) => {
        await files.refuses({ 'plugins.0.name': value }, 'name')
      })
      .sees('admission-plugin-name-missing-accepted')
  },
)
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
    source: { ...table, rows: ['name'] },
  },
  () => {
    test('accepts an entry for every documented plugin', async () => {
      const plugins = [...onByDefault, ...offByDefault].map((plugin) => ({ name: plugin }))
      await singleFiles.accepts({ plugins })
    }).sees(
      'admission-entry-of-plugin-off-refused',
      'second-admission-entry-refused',
      'admission-entry-of-name-alone-refused',
      'admission-path-required',
      'admission-configuration-required',
    )

    test
      .for(unknown)('refuses the name %s', async (value) => {
        await singleFiles.refuses({ 'plugins.0.name': value }, value)
      })
      .sees('admission-plugin-name-unchecked')
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.repeated-plugin',
    says: 'There is one entry per admission plugin: a second one of the same plugin is refused.',
    source: { ...table, rows: ['plugins'], aspect: 'repeated entry' },
    twin: 'admission.entry.optional-fields/accepts-an-entry-without-configuration',
  },
  () => {
    const again = { name: 'PodNodeSelector' }

    test('refuses two entries of one plugin', async () => {
      await singleFiles.refuses({ 'plugins.1': again }, 'PodNodeSelector')
    }).sees('admission-plugin-repeated-accepted')

    test('refuses two entries of one plugin with another between them', async () => {
      const between = { 'plugins.1': { name: 'AlwaysPullImages' }, 'plugins.2': again }
      await singleFiles.refuses(between, 'PodNodeSelector')
    }).sees('admission-plugin-repeated-later-accepted')
  },
)

rule(
  {
    ...shared,
    id: 'admission.entry.path-names-a-file',
    says: 'path is the path of a file, so that one where no file is configures nothing that is on.',
    source: { ...table, rows: ['path'], aspect: 'a file' },
    twin: 'admission.entry.optional-fields/accepts-an-entry-without-configuration',
  },
  () => {
    test('refuses a path where no file is', async () => {
      const nowhere = '/nonexistent/selector.yaml'
      await singleFiles.refuses(
        { 'plugins.0.path': nowhere, 'plugins.0.configuration': undefined },
        'nonexistent',
      )
    }).sees('missing-file-accepted', 'admission-path-ignored')
  },
)
