import { excluded, rule, test } from '#harness/check/rule.ts'
import type { Changes } from '../../fixtures/changed.ts'
import { egressFiles } from '../../fixtures/egress-files.ts'
import { completeFile, completeTwin, faultsOfAccepting, tcpAt } from './complete-file.ts'

const files = egressFiles(completeFile)
const source = { document: 1, section: 'EgressSelectorConfiguration' } as const
const shared = { level: 'MUST', overlaps: true } as const

/** The complete file with a plain way to the proxy, and of its TLS fields only this one. */
function plainWith(field: 'caBundle' | 'clientKey' | 'clientCert'): Changes {
  const others = ['caBundle', 'clientKey', 'clientCert'].filter((other) => other !== field)
  return {
    [tcpAt.url]: 'http://127.0.0.1:1',
    ...Object.fromEntries(others.map((other) => [`${tcpAt.tlsConfig}.${other}`, undefined])),
  }
}

rule(
  {
    ...shared,
    id: 'egress.tls.none-with-http',
    says: 'With http:// caBundle, clientKey and clientCert are all empty.',
    source: { ...source, row: 'TLSConfig.caBundle, clientKey and clientCert with http' },
    // egress.tcp.url-scheme accepts it without the field; a server that knows no http:// is judged here all the same.
    twin: completeTwin,
    faults: {
      'egress-http-with-ca-bundle-accepted': ['refuses caBundle with http://'],
      'egress-http-with-client-key-accepted': ['refuses clientKey with http://'],
      'egress-http-with-client-cert-accepted': ['refuses clientCert with http://'],
    },
  },
  () => {
    const fields = { caBundle: 'caBundle', clientKey: 'clientKey', clientCert: 'clientCert' } as const

    test.for<keyof typeof fields>(fields)('refuses %s with http://', async (field) => {
      await files.refuses(plainWith(field), 'tlsConfig')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.tls.client-key-with-https',
    says: 'With https:// clientKey is set.',
    source: { ...source, row: 'TLSConfig.clientKey' },
    twin: completeTwin,
    faults: { 'egress-https-without-client-key-accepted': ['refuses https:// without clientKey'] },
  },
  () => {
    test('refuses https:// without clientKey', async () => {
      await files.refuses({ [`${tcpAt.tlsConfig}.clientKey`]: undefined }, 'clientKey')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.tls.client-cert-with-https',
    says: 'With https:// clientCert is set.',
    source: { ...source, row: 'TLSConfig.clientCert' },
    twin: completeTwin,
    faults: { 'egress-https-without-client-cert-accepted': ['refuses https:// without clientCert'] },
  },
  () => {
    test('refuses https:// without clientCert', async () => {
      await files.refuses({ [`${tcpAt.tlsConfig}.clientCert`]: undefined }, 'clientCert')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.tls.ca-bundle-not-required',
    says: 'With https:// caBundle may be left out.',
    source: { ...source, row: 'TLSConfig.caBundle' },
    faults: {
      ...faultsOfAccepting(['accepts https:// without caBundle']),
      'egress-https-without-ca-bundle-refused': ['accepts https:// without caBundle'],
    },
  },
  () => {
    test('accepts https:// without caBundle', async () => {
      await files.accepts({ [`${tcpAt.tlsConfig}.caBundle`]: undefined })
    })
  },
)

excluded({
  id: 'egress.tls.config',
  says: 'tlsConfig belongs to tcp and holds caBundle, clientKey and clientCert.',
  source: { ...source, row: 'TCPTransport.tlsConfig' },
  excluded: { reason: 'A list of names: egress.file.complete uses each, and egress.tls.* judges them.' },
})
