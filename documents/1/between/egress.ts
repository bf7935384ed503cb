import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const apiServerFlags = inSection(3, 'API server flags')
const { excludes, requires, defaultsTo, fits, governs } = constraintsOf(
  1,
  'EgressSelectorConfiguration (v1alpha1)',
)

/** Constraints on selections, protocols and transports. */
export const egress: readonly Constraint[] = [
  excludes('EgressSelection.name', 'EgressSelection.name')
    .says('The deprecated name stands for controlplane, and the two are not used next to each other.')
    .by('egress.name.supported', 'egress.file.open-repeated-selections'),
  requires('Connection.proxyProtocol', 'Connection.transport')
    .says('The protocols HTTPConnect and GRPC need a transport.')
    .by('egress.required.the-transport-for-httpconnect', 'egress.required.the-transport-for-grpc'),
  requires('Connection.transport', ['Transport.tcp', 'Transport.uds'])
    .says('A transport has at least one of the two.')
    .by('egress.transport.at-least-one'),
  excludes('Connection.proxyProtocol', 'Transport.tcp')
    .says('The protocol GRPC does not use TCP.')
    .by('egress.transport.no-grpc-over-tcp'),
  excludes('TCPTransport.url', ['caBundle', 'clientKey', 'clientCert'])
    .says('A URL with http has no TLS files.')
    .by('egress.tls.none-with-http'),
  requires('TCPTransport.url', ['clientKey', 'clientCert'])
    .says('A URL with https needs the key and the certificate of the client, and no CA bundle.')
    .by(
      'egress.tls.client-key-with-https',
      'egress.tls.client-cert-with-https',
      'egress.tls.ca-bundle-not-required',
    ),
  defaultsTo('caBundle', 'TCPTransport.url')
    .says('Without a CA bundle, the roots of the system verify the proxy.')
    .by('egress.tls.system-roots-without-bundle'),
  fits('UDSTransport.udsName', 'UDSTransport.udsName')
    .says('The path has no unix scheme in front.')
    .by('egress.uds.name-without-scheme'),
  governs('EgressSelection.name', apiServerFlags('--etcd-servers'))
    .says('The selection etcd carries requests to the storage.')
    .by('egress.etcd.carries-storage'),
]
