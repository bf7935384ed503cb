import { openRules } from '../../shared/configuration/open-rules.ts'
import { at, completeFile, tcpAt, udsNameAt } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedProxy } from './configuration.ts'

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })
const cluster = `${at.cluster}.connection`
const tcp = `${at.controlplane}.connection.transport`
const uds = { udsName: '/nonexistent/other.sock' }

openRules('egress.file.open-', 'EgressSelectorConfiguration (v1alpha1)', files, {
  'unknown-fields': {
    says: 'Whether fields that no table names make a file invalid is not said.',
    section: 'What the service does',
    rows: ['typed object'],
    aspect: 'unknown fields of egress selections',
    cases: {
      'a field that nobody names at the top': { selections: [] },
      'a field that nobody names in a selection': { [`${at.cluster}.port`]: 1 },
      'a tlsConfig beside udsName': { [`${cluster}.transport.uds.tlsConfig`]: {} },
      'a field name in another case': { [`${cluster}.ProxyProtocol`]: 'GRPC' },
    },
  },
  'other-versions': {
    says: 'Whether there are versions of the kind beside v1alpha1 is not said.',
    section: 'Versioning',
    rows: ['Two versions exist'],
    aspect: 'a further one of egress selections',
    cases: { 'a version v1beta1': { apiVersion: 'apiserver.orch.io/v1beta1' } },
  },
  protocols: {
    says: 'The complete set of proxy protocols is not shown, nor what else than those two needs a transport.',
    rows: ['Connection.proxyProtocol'],
    aspect: 'complete set',
    cases: {
      'Direct without a transport': { [cluster]: { proxyProtocol: 'Direct' } },
      'Direct with a transport': { [`${cluster}.proxyProtocol`]: 'Direct' },
      'a protocol that nobody names': { [`${cluster}.proxyProtocol`]: 'SOCKS5' },
      'a protocol in lower case': { [`${cluster}.proxyProtocol`]: 'grpc' },
    },
  },
  'both-transports': {
    says: 'At least one transport must be set: what both together mean is not said.',
    rows: ['Transport.tcp', 'Transport.uds'],
    aspect: 'both',
    cases: {
      'both for HTTPConnect': { [`${tcp}.uds`]: uds },
      'both for GRPC': { [`${cluster}.transport.tcp`]: { url: 'http://127.0.0.1:1' } },
    },
  },
  'name-case': {
    says: 'Whether a name may be in another case is not said.',
    rows: ['EgressSelection.name'],
    aspect: 'case',
    cases: {
      'a name in another case': { [`${at.cluster}.name`]: 'Cluster' },
    },
  },
  'empty-values': {
    says: 'Whether an empty list or object counts as set is not said.',
    rows: ['egressSelections'],
    aspect: 'empty',
    cases: {
      'no selection in the list': { egressSelections: [] },
      'an empty tlsConfig with http://': { [tcpAt.url]: 'http://127.0.0.1:1', [tcpAt.tlsConfig]: {} },
    },
  },
  'address-forms': {
    says: 'What else than a scheme a url has, and whether a udsName is absolute, is not said.',
    rows: ['TCPTransport.url'],
    aspect: 'form',
    cases: {
      'a url without a port': { [tcpAt.url]: 'https://127.0.0.1' },
      'a url with a path': { [tcpAt.url]: 'https://127.0.0.1:1/tunnel' },
      'a url whose scheme is in upper case': { [tcpAt.url]: 'HTTPS://127.0.0.1:1' },
      'a udsName that is relative': { [udsNameAt.cluster]: 'tunnel.sock' },
    },
  },
  'missing-files': {
    says: 'What a file of tlsConfig that does not exist does at the start is not said.',
    rows: ['caBundle'],
    aspect: 'missing file',
    cases: {
      'a caBundle that does not exist': { [`${tcpAt.tlsConfig}.caBundle`]: '/nonexistent/ca.crt' },
      'a clientKey that does not exist': { [`${tcpAt.tlsConfig}.clientKey`]: '/nonexistent/client.key' },
    },
  },
})
