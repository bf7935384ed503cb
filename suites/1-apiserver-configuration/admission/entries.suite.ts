import { accepts, refuses, rulesOf, says } from '#kit'
import { declareValueRules } from '../../shared/configuration/value-rules.ts'
import { admissionTable } from '#documents/1/admission.ts'
import { completeTwin, singleFiles } from './complete-file.ts'

const { must } = rulesOf({ document: 1, section: 'AdmissionConfiguration', overlaps: true })

must('admission.file.plugins-optional', { row: 'plugins', aspect: 'column Required' }, () => {
  says('plugins may be left out, and may list no entry.')
  accepts('a file without plugins', async () => {
    await singleFiles.accepts({ plugins: undefined })
  }).sees('admission-plugins-required')

  accepts({ title: 'a file with an empty list of plugins', id: 'a file with no entry' }, async () => {
    await singleFiles.accepts({ plugins: [] })
  }).sees('admission-plugins-empty-refused')
})

must(
  'admission.entry.optional-fields',
  { rows: ['name', 'path', 'configuration'], aspect: 'column Required' },
  () => {
    says('An entry may leave out path, configuration or both.')
    accepts({ title: 'an entry with only a name', id: 'an entry of a name alone' }, async () => {
      await singleFiles.accepts({ 'plugins.0.path': undefined, 'plugins.0.configuration': undefined })
    }).sees('admission-entry-of-name-alone-refused')

    accepts('an entry without path', async () => {
      await singleFiles.accepts({ 'plugins.0.path': undefined })
    }).sees('admission-path-required')

    accepts('an entry without configuration', async () => {
      await singleFiles.accepts({ 'plugins.0.configuration': undefined })
    }).sees('admission-configuration-required')
  },
)

declareValueRules({ table: admissionTable, files: singleFiles, twin: completeTwin })

must(
  'admission.entry.repeated-plugin',
  {
    row: 'plugins',
    aspect: 'repeated entry',
    twin: 'admission.entry.optional-fields/accepts-an-entry-without-configuration',
  },
  () => {
    says('There is one entry per admission plugin: a second one of the same plugin is refused.')
    const repeatedPlugin = { name: 'PodNodeSelector' }

    refuses('two entries of one plugin', async () => {
      await singleFiles.refuses({ 'plugins.1': repeatedPlugin }, 'PodNodeSelector')
    }).sees('admission-plugin-repeated-accepted')

    refuses(
      {
        title: 'two entries of one plugin with the entry of another plugin between them',
        id: 'two entries of one plugin with another between them',
      },
      async () => {
        const nonAdjacentPlugins = { 'plugins.1': { name: 'AlwaysPullImages' }, 'plugins.2': repeatedPlugin }
        await singleFiles.refuses(nonAdjacentPlugins, 'PodNodeSelector')
      },
    ).sees('admission-plugin-repeated-later-accepted')
  },
)

must(
  'admission.entry.path-names-a-file',
  {
    row: 'path',
    aspect: 'a file',
    twin: 'admission.entry.optional-fields/accepts-an-entry-without-configuration',
  },
  () => {
    says('path is the path of a file, so that one where no file is configures nothing that is on.')
    refuses({ title: 'a path at which no file exists', id: 'a path where no file is' }, async () => {
      const missingFile = '/nonexistent/selector.yaml'
      await singleFiles.refuses(
        { 'plugins.0.path': missingFile, 'plugins.0.configuration': undefined },
        'nonexistent',
      )
    }).sees('admission-path-ignored')
  },
)
