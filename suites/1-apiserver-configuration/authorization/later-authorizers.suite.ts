import { refuses, rulesOf, says } from '#kit'
import { completeFile, completeTwin } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { filterTable } from '#documents/fields.ts'
import { laterDefects } from '#documents/later-entries.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthorizationConfiguration',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })
// Excludes the fields of conditions, because the last authorizer has no conditions.
const table = filterTable(authorizationTable, ({ of }) => of !== 'WebhookMatchCondition')

must('authz.authorizers.each-is-validated', 'authorizers', () => {
  says('Each authorizer of the list is validated, and not only the first.')
  const defects = laterDefects(table, { from: 'authorizers.0.', to: 'authorizers.2.' })
  for (const [words, { changes, subject, id }] of Object.entries(defects))
    refuses({ title: `a defect in the last of three authorizers (${words})`, id: `last, ${id}` }, () =>
      files.refuses(changes, subject),
    ).sees('later-entries-unchecked')
})
