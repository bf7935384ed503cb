import { refuses, rulesOf, says } from '#kit'
import { completeFile, completeTwin, entries } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { filterTable } from '#documents/fields.ts'
import { laterDefects } from '#documents/later-entries.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthenticationConfiguration',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
// Fields that every entry may have. Excludes egressSelectorType, which requires an egress selector file.
const table = filterTable(
  authenticationTable,
  ({ of, name }) => (of === 'JWTAuthenticator' || of === 'Issuer') && name !== 'egressSelectorType',
)

must('authn.jwt.each-is-validated', 'jwt', () => {
  says('Each authenticator of the list is validated, and not only the first.')
  const defects = laterDefects(table, { from: 'jwt.1.', to: `jwt.${entries.minimal}.` })
  for (const [words, { changes, subject, id }] of Object.entries(defects))
    refuses({ title: `a defect in the last of three authenticators (${words})`, id: `last, ${id}` }, () =>
      files.refuses(changes, subject),
    ).sees('later-entries-unchecked')
})
