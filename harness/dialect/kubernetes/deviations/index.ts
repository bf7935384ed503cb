import type { Deviation } from '../../dialect.ts'
import { admissionDeviations } from './admission.ts'
import { auditDeviations } from './audit.ts'
import { authenticationDeviations } from './authentication.ts'
import { authorizationDeviations } from './authorization.ts'
import { encryptionDeviations } from './encryption.ts'
import { flagDeviations } from './flags.ts'
import { gateDeviations } from './gates.ts'
import { kmsDeviations } from './kms.ts'
import { egressDeviations } from './egress.ts'
import { managerDeviations } from './manager.ts'
import { lifecycleDeviations } from './lifecycle.ts'
import { managerBlockDeviations } from './manager-blocks.ts'
import { nodeAgentDeviations } from './node-agent.ts'
import { servingDeviations } from './serving.ts'
import { tokenDeviations } from './tokens.ts'

/**
 * Deviations of Kubernetes from the documents, each seen on a running program; without a range, from 1.33 to
 * 1.36.
 */
export const kubernetesDeviations: readonly Deviation[] = [
  ...admissionDeviations,
  ...authenticationDeviations,
  ...authorizationDeviations,
  ...tokenDeviations,
  ...encryptionDeviations,
  ...kmsDeviations,
  ...lifecycleDeviations,
  ...managerDeviations,
  ...flagDeviations,
  ...auditDeviations,
  ...egressDeviations,
  ...gateDeviations,
  ...managerBlockDeviations,
  ...nodeAgentDeviations,
  ...servingDeviations,
]
