import { excluded, rule, seeing, test } from '#harness/check/rule.ts'
import type { Changes } from '../../shared/configuration/changed.ts'
import { completeFaults, completeFile, completeTwin, tcpAt } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedProxy } from './configuration.ts'

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })
const source = { document: 1, section: 'EgressSelectorConfiguration (v1alpha1)' } as const
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
    source: { ...source, rows: ['caBundle'], aspect: 'clientKey and clientCert with http' },
    // egress.tcp.url-scheme accepts it without the field; a server that knows no http:// is judged here all the same.
    twin: completeTwin,
  },
  () => {
    const fields = {
      caBundle: seeing(['egress-http-with-ca-bundle-accepted'], 'caBundle'),
      clientKey: seeing(['egress-http-with-client-key-accepted'], 'clientKey'),
      clientCert: seeing(['egress-http-with-client-cert-accepted'], 'clientCert'),
    } as const

    test.for(fields)('refuses %s with http://', async (field) => {
      await files.refuses(plainWith(field), 'tlsConfig')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.tls.client-key-with-https',
    says: 'With https:// clientKey is set.',
    source: { ...source, rows: ['clientKey'] },
    twin: completeTwin,
  },
  () => {
    test('refuses https:// without clientKey', async () => {
      await files.refuses({ [`${tcpAt.tlsConfig}.clientKey`]: undefined }, 'clientKey')
    }).sees('egress-https-without-client-key-accepted')
  },
)

rule(
  {
    ...shared,
    id: 'egress.tls.client-cert-with-https',
    says: 'With https:// clientCert is set.',
    source: { ...source, rows: ['clientCert'] },
    twin: completeTwin,
  },
  () => {
    test('refuses https:// without clientCert', async () => {
      await files.refuses({ [`${tcpAt.tlsConfig}.clientCert`]: undefined }, 'clientCert')
    }).sees('egress-https-without-client-cert-accepted')
  },
)

rule(
  {
    ...shared,
    id: 'egress.tls.ca-bundle-not-required',
    says: 'With https:// caBundle may be left out.',
    source: { ...source, rows: ['caBundle'] },
  },
  () => {
    test('accepts https:// without caBundle', async () => {
      await files.accepts({ [`${tcpAt.tlsConfig}.caBundle`]: undefined })
    }).sees(...completeFaults(), 'egress-https-without-ca-bundle-refused')
  },
)

excluded({
  id: 'egress.tls.config',
  says: 'tlsConfig belongs to tcp and holds caBundle, clientKey and clientCert.',
  source: { ...source, rows: ['TCPTransport.tlsConfig'] },
  excluded: { reason: 'A list of names: egress.file.complete uses each, and egress.tls.* judges them.' },
})
