import type { Deviation } from './dialect.ts'
import { admissionDeviations } from './kubernetes-deviations-admission.ts'
import { authenticationDeviations } from './kubernetes-deviations-authentication.ts'
import { authorizationDeviations } from './kubernetes-deviations-authorization.ts'
import { encryptionDeviations } from './kubernetes-deviations-encryption.ts'
import { flagDeviations } from './kubernetes-deviations-flags.ts'
import { kmsDeviations } from './kubernetes-deviations-kms.ts'
import { egressDeviations } from './kubernetes-deviations-egress.ts'
import { lifecycleDeviations } from './kubernetes-deviations-lifecycle.ts'
import { tokenDeviations } from './kubernetes-deviations-tokens.ts'

/** Where Kubernetes 1.34 departs from the documents, each seen on a running kube-apiserver. */
export const kubernetesDeviations: readonly Deviation[] = [
  ...admissionDeviations,
  ...authenticationDeviations,
  ...authorizationDeviations,
  ...tokenDeviations,
  ...encryptionDeviations,
  ...kmsDeviations,
  ...lifecycleDeviations,
  ...flagDeviations,
  ...egressDeviations,
]
