import type { Kind } from './config/kinds.ts'
import type { FlagFault } from '../flags/flag.ts'
import type { QuirkList } from '../quirks/arguments.ts'
import type { Quirks } from '../quirks/quirks.ts'
import { admissionFaults, perPluginFaults, type PluginFault } from './faults/admission.ts'
import { authenticationFileFaults } from './faults/authentication-file.ts'
import { authenticatorFaults } from './faults/authenticators.ts'
import { authorizationFaults } from './faults/authorization.ts'
import { authorizationFileFaults } from './faults/authorization-file.ts'
import { egressFaults } from './faults/egress.ts'
import { encryptionFaults } from './faults/encryption.ts'
import { encryptionFileFaults } from './faults/encryption-file.ts'
import { fileFaults } from './faults/file.ts'
import { commandLineFaults, perFlagFaults } from './faults/flags.ts'
import { identityFaults } from './faults/identity.ts'
import { lifecycleFaults } from './faults/lifecycle.ts'
import { mappingFaults } from './faults/mappings.ts'
import { requestFaults } from './faults/requests.ts'
import { serviceAccountFaults } from './faults/service-accounts.ts'
import { storageFaults } from './faults/storage.ts'
import { tokenFaults } from './faults/tokens.ts'
import { tracingFaults } from './faults/tracing.ts'
import { authorizationFlagsBesideFile } from './flags/check-authorization.ts'
import { identityFlags, signingAlgorithms } from './flags/identity.ts'
import type { Freedom } from './freedoms.ts'

const namedFaults = {
  ...fileFaults,
  ...authenticationFileFaults,
  ...tokenFaults,
  ...mappingFaults,
  ...identityFaults,
  ...authenticatorFaults,
  ...serviceAccountFaults,
  ...authorizationFileFaults,
  ...authorizationFaults,
  ...lifecycleFaults,
  ...requestFaults,
  ...encryptionFileFaults,
  ...encryptionFaults,
  ...egressFaults,
  ...tracingFaults,
  ...admissionFaults,
  ...storageFaults,
  ...commandLineFaults,
} as const

/** The name of a deliberate defect of the API server. */
export type Fault =
  | keyof typeof namedFaults
  | FlagFault
  | PluginFault
  | `${Kind}-other-version-accepted`
  | `signing-algorithm-refused-${string}`
  | `${string}-beside-file-accepted`
  | `log-buffer-suffix-refused-${string}`

/** The quirks of an API server process. */
export type ServerQuirks = Quirks<Fault, Freedom>

/** Every deliberate defect of the API server with the row it breaks and how. */
export const apiServerFaults: QuirkList = {
  ...namedFaults,
  ...Object.fromEntries(
    // Refusing what every token is signed with would break everything and show nothing.
    signingAlgorithms
      .filter((name) => name !== 'RS256')
      .map((name) => [
        `signing-algorithm-refused-${name}`,
        `--oidc-signing-algs: refuses ${name} although it is permitted`,
      ]),
  ),
  ...Object.fromEntries(
    identityFlags
      .filter(({ name }) => name.startsWith('oidc-') && name !== 'oidc-issuer-url')
      .map(({ name }) => [
        `${name}-beside-file-accepted`,
        `--authentication-config: --${name} may stand beside a file with jwt`,
      ]),
  ),
  ...Object.fromEntries(
    authorizationFlagsBesideFile.map((name) => [
      `${name}-beside-file-accepted`,
      `--authorization-config: --${name} may stand beside it`,
    ]),
  ),
  ...perPluginFaults(),
  ...perFlagFaults(),
}
