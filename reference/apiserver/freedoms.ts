import { admissionFreedoms } from './freedoms/admission.ts'
import { auditFreedoms } from './freedoms/audit.ts'
import { authenticationFileFreedoms } from './freedoms/authentication-file.ts'
import { authorizationFreedoms } from './freedoms/authorization.ts'
import { authorizationFileFreedoms } from './freedoms/authorization-file.ts'
import { clusterFreedoms } from './freedoms/cluster.ts'
import { egressFreedoms } from './freedoms/egress.ts'
import { encryptionFreedoms } from './freedoms/encryption.ts'
import { encryptionFileFreedoms } from './freedoms/encryption-file.ts'
import { fileFreedoms } from './freedoms/file.ts'
import { flagsFreedoms } from './freedoms/flags.ts'
import { identityFreedoms } from './freedoms/identity.ts'
import { lifecycleFreedoms } from './freedoms/lifecycle.ts'
import { mappingsFreedoms } from './freedoms/mappings.ts'
import { requestsFreedoms } from './freedoms/requests.ts'
import { servingFreedoms } from './freedoms/serving.ts'
import { serviceAccountsFreedoms } from './freedoms/service-accounts.ts'
import { tokensFreedoms } from './freedoms/tokens.ts'
import { tracingFreedoms } from './freedoms/tracing.ts'

/** Legal variations of the API server: whatever the documents leave open. */
export const apiServerFreedoms = {
  ...fileFreedoms,
  ...authenticationFileFreedoms,
  ...tokensFreedoms,
  ...mappingsFreedoms,
  ...identityFreedoms,
  ...serviceAccountsFreedoms,
  ...authorizationFileFreedoms,
  ...authorizationFreedoms,
  ...lifecycleFreedoms,
  ...requestsFreedoms,
  ...servingFreedoms,
  ...auditFreedoms,
  ...encryptionFileFreedoms,
  ...encryptionFreedoms,
  ...egressFreedoms,
  ...tracingFreedoms,
  ...admissionFreedoms,
  ...flagsFreedoms,
  ...clusterFreedoms,
} as const

/** The name of a legal variation of the API server. */
export type Freedom = keyof typeof apiServerFreedoms
