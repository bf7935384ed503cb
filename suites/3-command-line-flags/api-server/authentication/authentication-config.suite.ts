import { accepts, refuses, rulesOf, says } from '#kit'
import { completeFile } from '../../../shared/authentication/complete-file.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const gate = 'StructuredAuthenticationConfiguration'

must('flag.authentication-config.gate', flagRow('--authentication-config', 'gate'), () => {
  says(`The file needs the feature gate ${gate}.`)
  accepts('the file with the gate on', async () => {
    await files.accepts({}, { '--feature-gates': `${gate}=true` })
  }).sees('extra-key-deep-path-refused')

  refuses('the file with the gate off', async () => {
    await files.refuses({}, gate, { '--feature-gates': `${gate}=false` })
  }).sees('authentication-gate-ignored')
})
