import { refuses, rulesOf, says } from '#kit'
import { anonymousFile, anonymousTwin } from '../../../shared/authentication/anonymous-file.ts'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { declareRequiredRules } from '../../../shared/configuration/required-rules.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { filterTable } from '#documents/fields.ts'
import type { Field } from '#documents/shape.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration', overlaps: true })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const anonymousFiles = configurationFile({ kind: 'authentication', base: anonymousFile })

const isAnonymous = ({ of }: Field): boolean => of.startsWith('Anonymous')

declareRequiredRules('authn.file.required-', {
  table: filterTable(authenticationTable, (field) => !isAnonymous(field)),
  files,
  twin: completeTwin,
})
declareRequiredRules('authn.file.required-', {
  table: filterTable(authenticationTable, isAnonymous),
  files: anonymousFiles,
  twin: anonymousTwin,
})

must(
  'authn.file.required-anonymous-enabled',
  {
    row: 'enabled',
    aspect: 'required',
    twin: 'authn.anonymous.file/accepts-a-file-that-turns-anonymous-off',
  },
  () => {
    says('A file whose anonymous does not say whether it is enabled is invalid.')
    // The file has no conditions, because these have no effect if anonymous access is off.
    refuses(
      {
        title: 'a file without the field enabled of anonymous',
        id: 'a file without the enabled of anonymous',
      },
      async () => {
        await anonymousFiles.refuses({ anonymous: {} }, 'enabled')
      },
    ).sees('anonymous-enabled-missing-accepted')
  },
)
