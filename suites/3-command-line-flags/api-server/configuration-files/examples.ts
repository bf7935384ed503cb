import { admissionFile } from '../../../shared/admission/plugin-peers.ts'
import type { KindName } from '../../../shared/configuration/kinds.ts'
import { encryptionConfiguration, identity, stores } from '../../../shared/encryption/configuration.ts'

// Connection without a listener, which a server does not need to become ready.
const connection = { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/nonexistent/tunnel.sock' } } }

/** Small valid file of each kind that can be combined with others in one start. */
export const exampleFiles: Readonly<Partial<Record<KindName, object>>> = {
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
