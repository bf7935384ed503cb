import { admissionFile } from '../../../shared/admission/plugin-peers.ts'
import type { KindName } from '../../../shared/configuration/kinds.ts'
import { encryptionConfiguration, identity, stores } from '../../../shared/encryption/configuration.ts'

// Nobody is there, and nobody has to be asked before a server is ready.
const connection = { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/nonexistent/tunnel.sock' } } }

/** A small valid file of each kind that may stand in one start with others. */
export const examples: Readonly<Partial<Record<KindName, object>>> = {
  admission: admissionFile([]),
  egress: {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'cluster', connection }],
  },
  encryption: encryptionConfiguration([stores('secrets', identity)]),
  tracing: {
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'TracingConfiguration',
    endpoint: '127.0.0.1:1',
  },
}
