import { formerly } from '#kit'
import { declareOpenRules } from '../../shared/configuration/open-rules.ts'
import { completeFile } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { connectionPaths, tcpAt, udsNameAt } from '#documents/1/egress-transport.ts'
import { sharedProxy } from './configuration.ts'

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })
const cluster = `${connectionPaths.cluster}.connection`
const tcp = `${connectionPaths.controlplane}.connection.transport`
const unixSocket = { udsName: '/nonexistent/other.sock' }

declareOpenRules('egress.file.open-', 'EgressSelectorConfiguration (v1alpha1)', files, {
  'unknown-fields': {
    says: 'Unspecified: whether unknown fields make a file invalid.',
    section: 'What the service does',
    rows: ['typed object'],
    aspect: 'unknown fields of egress selections',
    cases: {
      'an unknown field at the top level': formerly('a field that nobody names at the top', {
        selections: [],
      }),
      'an unknown field in a selection': formerly('a field that nobody names in a selection', {
        [`${connectionPaths.cluster}.port`]: 1,
      }),
      'a tlsConfig together with udsName': formerly('a tlsConfig beside udsName', {
        [`${cluster}.transport.uds.tlsConfig`]: {},
      }),
      'a field name in another case': { [`${cluster}.ProxyProtocol`]: 'GRPC' },
    },
  },
  'other-versions': {
    says: 'Unspecified: whether there are other versions of the kind than v1alpha1.',
    section: 'Versioning',
    rows: ['Two versions exist'],
    aspect: 'a further one of egress selections',
    cases: { 'a version v1beta1': { apiVersion: 'apiserver.orch.io/v1beta1' } },
  },
  protocols: {
    says: 'Unspecified: the complete set of proxy protocols, and whether others than those two need a transport.',
    rows: ['Connection.proxyProtocol'],
    aspect: 'complete set',
    cases: {
      'Direct without a transport': { [cluster]: { proxyProtocol: 'Direct' } },
      'Direct with a transport': { [`${cluster}.proxyProtocol`]: 'Direct' },
      'an unknown protocol': formerly('a protocol that nobody names', {
        [`${cluster}.proxyProtocol`]: 'SOCKS5',
      }),
      'a protocol in lower case': { [`${cluster}.proxyProtocol`]: 'grpc' },
    },
  },
  'both-transports': {
    says: 'At least one transport must be set. Unspecified: the meaning of both together.',
    rows: ['Transport.tcp', 'Transport.uds'],
    aspect: 'both',
    cases: {
      'both transports for HTTPConnect': formerly('both for HTTPConnect', { [`${tcp}.uds`]: unixSocket }),
      'both transports for GRPC': formerly('both for GRPC', {
        [`${cluster}.transport.tcp`]: { url: 'http://127.0.0.1:1' },
      }),
    },
  },
  'empty-values': {
    says: 'Unspecified: whether an empty list or object is treated as set.',
    rows: ['egressSelections'],
    aspect: 'empty',
    cases: {
      'an empty list of selections': formerly('no selection in the list', { egressSelections: [] }),
      'an empty tlsConfig with http://': { [tcpAt.url]: 'http://127.0.0.1:1', [tcpAt.tlsConfig]: {} },
    },
  },
  'address-forms': {
    says: 'Unspecified: the form of a url after its scheme, and whether a udsName is absolute.',
    rows: ['TCPTransport.url'],
    aspect: 'form',
    cases: {
      'a url without a port': { [tcpAt.url]: 'https://127.0.0.1' },
      'a url with a path': { [tcpAt.url]: 'https://127.0.0.1:1/tunnel' },
      'a url whose scheme is in upper case': { [tcpAt.url]: 'HTTPS://127.0.0.1:1' },
      'a udsName that is relative': { [udsNameAt.cluster]: 'tunnel.sock' },
    },
  },
})
