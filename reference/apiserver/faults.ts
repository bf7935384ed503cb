import { faultsOf } from '../config/decode.ts'
import { perFlagFaults } from '../flags/faults.ts'
import type { QuirkList } from '../quirks/quirks.ts'
import { perPluginFaults } from './admission/plugin-faults.ts'
import { admissionFields } from './config/admission.ts'
import { authenticationFields } from './config/authentication/fields.ts'
import { authorizationFields } from './config/authorization/fields.ts'
import { egressFields } from './config/egress/fields.ts'
import { encryptionFields } from './config/encryption/fields.ts'
import { tracingFields } from './config/tracing.ts'
import { oidcFlags, signingAlgorithms } from './flags/identity.ts'
import { authorizationFlagsExcludedByFile } from './flags/permission.ts'
import { apiServerFlags } from './flags/table.ts'
import { namedFaults } from './named-faults.ts'

const algorithmFaults = signingAlgorithms
  // Tokens are signed with RS256 by default, so a fault that rejects RS256 would fail all tests and show nothing.
  .filter((name) => name !== 'RS256')
  .map((name) => [
    `signing-algorithm-refused-${name}`,
    `--oidc-signing-algs: refuses ${name} although it is permitted`,
  ])

const fileExclusions = [
  ...oidcFlags
    .filter((name) => name !== 'oidc-issuer-url')
    .map((name) => [name, `--authentication-config: --${name} may stand beside a file with jwt`]),
  ...authorizationFlagsExcludedByFile.map((name) => [
    name,
    `--authorization-config: --${name} may stand beside it`,
  ]),
].map(([name, summary]) => [`${name}-beside-file-accepted`, summary])

/** All faults of the API server, each with the row that it breaks and its effect. */
export const apiServerFaults: QuirkList = {
  ...namedFaults,
  ...Object.fromEntries([...algorithmFaults, ...fileExclusions]),
  // Rules for single fields of configuration files are declared with the fields.
  ...faultsOf({
    ...admissionFields,
    ...authenticationFields,
    ...authorizationFields,
    ...egressFields,
    ...encryptionFields,
    ...tracingFields,
  }),
  ...perPluginFaults(),
  ...perFlagFaults(apiServerFlags, {
    // The values or the tables of these flags have separate faults.
    lastValue: ['oidc-signing-algs', 'tls-cipher-suites'],
    // All starts, or all starts of one area, set these flags, or separate faults refuse their values.
    anyValue: [
      'secure-port',
      'shutdown-watch-termination-grace-period',
      'livez-grace-period',
      'storage-initialization-timeout',
      'anonymous-auth',
      'oidc-required-claim',
      'log-text-info-buffer-size',
      'runtime-config',
      'version',
      'vmodule',
    ],
  }),
}
