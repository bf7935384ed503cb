import type { Constraint } from '#kit/tables.ts'
import { admission } from './1/admission.ts'
import { anonymous } from './1/authentication-anonymous.ts'
import { claims } from './1/authentication-claims.ts'
import { issuers } from './1/authentication-issuers.ts'
import { authorization } from './1/authorization.ts'
import { egress } from './1/egress.ts'
import { encryption } from './1/encryption.ts'
import { requiredFields } from './1/errors.ts'
import { kinds, versions } from './1/kinds.ts'
import { tracing } from './1/tracing.ts'
import { blocks } from './2/blocks.ts'
import { cloud } from './2/cloud.ts'
import { generic } from './2/generic.ts'
import { managers } from './2/kinds.ts'
import { nodes } from './2/nodes.ts'
import { service } from './2/service.ts'
import { volumes } from './2/volumes.ts'
import { access } from './3/access.ts'
import { agentImages } from './3/agent-images.ts'
import { agentNode } from './3/agent-node.ts'
import { agentPods } from './3/agent-pods.ts'
import { agentProcess } from './3/agent-process.ts'
import { audit } from './3/audit.ts'
import { certificates } from './3/certificates.ts'
import { features } from './3/features.ts'
import { serving } from './3/serving.ts'
import { storage } from './3/storage.ts'
import { tokens } from './3/tokens.ts'
import { type ConstraintTable, constraintsOf } from './table.ts'

const tables: readonly ConstraintTable[] = [
  kinds,
  versions,
  tracing,
  admission,
  anonymous,
  issuers,
  claims,
  authorization,
  encryption,
  egress,
  requiredFields,
  service,
  managers,
  generic,
  cloud,
  blocks,
  nodes,
  volumes,
  access,
  certificates,
  tokens,
  serving,
  features,
  storage,
  audit,
  agentNode,
  agentProcess,
  agentPods,
  agentImages,
]

/** Every constraint of the three documents, section by section in their order. */
export function constraints(): Constraint[] {
  return tables.flatMap(constraintsOf)
}
