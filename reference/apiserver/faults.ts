import { faultsOf } from '../config/decode.ts'
import { tlsFaults } from '../serving/faults.ts'
import { admissionFields } from './config/admission.ts'
import { authenticationFields } from './config/authentication/fields.ts'
import { authorizationFields } from './config/authorization/fields.ts'
import { egressFields } from './config/egress/fields.ts'
import { encryptionFields } from './config/encryption/fields.ts'
import { tracingFields } from './config/tracing.ts'
import type { Kind } from './config/kinds.ts'
import type { FlagFault } from '../flags/flag.ts'
import type { QuirkList } from '../quirks/arguments.ts'
import { quirkPerName } from '../quirks/quirk-per-name.ts'
import { admissionFaults, perPluginFaults, type PluginFault } from './faults/admission.ts'
import { aggregatorFaults } from './faults/aggregator.ts'
import { auditFaults } from './faults/audit.ts'
import { authenticationFileFaults } from './config/authentication/faults.ts'
import { authenticatorFaults } from './faults/authenticators.ts'
import { authorizationFaults } from './faults/authorization.ts'
import { authorizationFileFaults } from './config/authorization/faults.ts'
import { expressionFaults } from './faults/expressions.ts'
import { enablementFaults } from './faults/enablement.ts'
import { egressFaults } from './faults/egress.ts'
import { encryptionFaults } from './faults/encryption.ts'
import { encryptionFileFaults } from './config/encryption/faults.ts'
import { clusterFaults } from './faults/cluster.ts'
import { commandLineFaults, perFlagFaults } from './faults/flags.ts'
import { fileFaults } from './faults/file.ts'
import { identityFaults } from './faults/identity.ts'
import { lifecycleFaults } from './faults/lifecycle.ts'
import { mappingFaults } from './faults/mappings.ts'
import { observabilityFaults } from './faults/observability.ts'
import { peerFaults } from './faults/peers.ts'
import { requestFaults } from './faults/requests.ts'
import { serviceAccountFaults } from './faults/service-accounts.ts'
import { servingFaults } from './faults/serving.ts'
import { storageFaults } from './faults/storage.ts'
import { tokenFaults } from './faults/tokens.ts'
import { tracingFaults } from './faults/tracing.ts'
import { oidcFlags, signingAlgorithms } from './flags/identity.ts'
import { authorizationFlagsExcludedByFile } from './flags/permission.ts'
import type { FlagName } from './flags/table.ts'

const namedFaults = {
  ...fileFaults,
  ...servingFaults,
  ...observabilityFaults,
  ...authenticationFileFaults,
  ...tokenFaults,
  ...mappingFaults,
  ...expressionFaults,
  ...identityFaults,
  ...authenticatorFaults,
  ...serviceAccountFaults,
  ...authorizationFileFaults,
  ...authorizationFaults,
  ...lifecycleFaults,
  ...requestFaults,
  ...auditFaults,
  ...encryptionFileFaults,
  ...encryptionFaults,
  ...egressFaults,
  ...tracingFaults,
  ...admissionFaults,
  ...storageFaults,
  ...enablementFaults,
  ...clusterFaults,
  ...aggregatorFaults,
  ...peerFaults,
  ...tlsFaults,
  ...commandLineFaults,
  // Without RS256, which signs every token, all tests would fail and the fault would show nothing.
  ...quirkPerName(
    signingAlgorithms.filter((name) => name !== 'RS256'),
    (name) => [
      `signing-algorithm-refused-${name}`,
      `--oidc-signing-algs: refuses ${name} although it is permitted`,
    ],
  ),
  ...quirkPerName(
    oidcFlags.filter((name) => name !== 'oidc-issuer-url'),
    (name) => [
      `${name}-beside-file-accepted`,
      `--authentication-config: --${name} may stand beside a file with jwt`,
    ],
  ),
  ...quirkPerName(authorizationFlagsExcludedByFile, (name) => [
    `${name}-beside-file-accepted`,
    `--authorization-config: --${name} may stand beside it`,
  ]),
} as const

// Rules for single fields of configuration files are declared with the fields.
const fieldFaults = faultsOf({
  ...admissionFields,
  ...authenticationFields,
  ...authorizationFields,
  ...egressFields,
  ...encryptionFields,
  ...tracingFields,
})

/** Name of a deliberate defect of the API server. */
export type Fault =
  | keyof typeof namedFaults
  | FlagFault<FlagName>
  | PluginFault
  | `${Kind}-other-version-accepted`

/** All deliberate defects of the API server with the violated row and the effect. */
export const apiServerFaults: QuirkList = {
  ...namedFaults,
  ...fieldFaults,
  ...perPluginFaults(),
  ...perFlagFaults,
}
