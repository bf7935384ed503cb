import { accepts, rulesOf, says } from '#kit'
import { declareKindRules } from '../../shared/configuration/kind-rules.ts'
import { encryptionTable } from '#documents/1/encryption.ts'
import { mistypedOf, filterTable } from '#documents/fields.ts'
import { completeFile, completeTwin } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'

const files = configurationFile({ kind: 'encryption', base: completeFile })
const section = 'EncryptionConfiguration (v1)'

const { must } = rulesOf({ document: 1, section, overlaps: true })

must('encryption.file.complete', { row: 'providers', aspect: 'each member' }, () => {
  says('A file is valid that uses every field as its table says, with keys of every documented length.')
  accepts('a file that uses every field', async () => {
    await files.accepts()
  }).sees('resource-with-group-refused')
})

declareKindRules({
  area: 'encryption',
  name: 'EncryptionConfiguration',
  versions: 'v1',
  members: 'resources',
  neighbour: 'AuthenticationConfiguration',
  section,
  files,
  twin: completeTwin,
  mistypedCases: mistypedOf(filterTable(encryptionTable, ({ of }) => of !== 'KMSConfiguration')),
})
