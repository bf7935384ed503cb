import type { ConstraintTable } from '../table.ts'

/** Constraints of selections, protocols and transports. */
export const egress: ConstraintTable = {
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  constraints: [
    {
      kind: 'excludes',
      rows: ['EgressSelection.name'],
      others: ['EgressSelection.name'],
      says: 'The deprecated name stands for controlplane, and the two are not used next to each other.',
      rules: ['egress.name.supported', 'egress.file.open-repeated-selections'],
    },
    {
      kind: 'requires',
      rows: ['Connection.proxyProtocol'],
      others: ['Connection.transport'],
      says: 'The protocols HTTPConnect and GRPC need a transport.',
      rules: ['egress.required.the-transport-for-httpconnect', 'egress.required.the-transport-for-grpc'],
    },
    {
      kind: 'requires',
      rows: ['Connection.transport'],
      others: ['Transport.tcp', 'Transport.uds'],
      says: 'A transport has at least one of the two.',
      rules: ['egress.transport.at-least-one'],
    },
    {
      kind: 'excludes',
      rows: ['Connection.proxyProtocol'],
      others: ['Transport.tcp'],
      says: 'The protocol GRPC does not use TCP.',
      rules: ['egress.transport.no-grpc-over-tcp'],
    },
    {
      kind: 'excludes',
      rows: ['TCPTransport.url'],
      others: ['caBundle', 'clientKey', 'clientCert'],
      says: 'A URL with http has no TLS files.',
      rules: ['egress.tls.none-with-http'],
    },
    {
      kind: 'requires',
      rows: ['TCPTransport.url'],
      others: ['clientKey', 'clientCert'],
      says: 'A URL with https needs the key and the certificate of the client, and no CA bundle.',
      rules: [
        'egress.tls.client-key-with-https',
        'egress.tls.client-cert-with-https',
        'egress.tls.ca-bundle-not-required',
      ],
    },
    {
      kind: 'defaults-to',
      rows: ['caBundle'],
      others: ['TCPTransport.url'],
      says: 'Without a CA bundle, the roots of the system verify the proxy.',
      rules: ['egress.tls.system-roots-without-bundle'],
    },
    {
      kind: 'fits',
      rows: ['UDSTransport.udsName'],
      others: ['UDSTransport.udsName'],
      says: 'The path has no unix scheme in front.',
      rules: ['egress.uds.name-without-scheme'],
    },
    {
      kind: 'governs',
      rows: ['EgressSelection.name'],
      others: ['--etcd-servers'],
      at: { document: 3, section: 'API server flags' },
      says: 'The selection etcd carries requests to the storage.',
      rules: ['egress.etcd.carries-storage'],
    },
  ],
}
