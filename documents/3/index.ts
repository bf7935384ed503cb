import type { Section } from '../shape.ts'
import { plugins } from './lists/admission-plugins.ts'
import { agentFlags, nodeLabels } from './agent-flags/index.ts'
import { apiServerFlags } from './api-server-flags/index.ts'
import { auditFlags } from './audit-flags.ts'
import { cipherSuites } from './lists/cipher-suites.ts'
import { commonSections } from './common.ts'
import { gates } from './lists/gates.ts'
import { service } from './service.ts'

/** Document 3: flags of the API server and the node agent, and the states of the API server. */
export const document3: readonly Section[] = [
  service,
  apiServerFlags,
  auditFlags,
  plugins,
  agentFlags,
  nodeLabels,
  cipherSuites,
  gates,
  ...commonSections,
]
