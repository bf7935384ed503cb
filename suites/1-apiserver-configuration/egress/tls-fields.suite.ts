import { accepts, refuses, rulesOf, says, seeing, formerly } from '#kit'
import { pem } from '#kit/launch.ts'
import type { Changes } from '../../shared/configuration/apply-changes.ts'
import { completeFile, completeTwin } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { tcpAt } from '#documents/1/egress-transport.ts'
import { sharedProxy } from './configuration.ts'

const { must, excluded } = rulesOf({
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  overlaps: true,
})

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })

/** Terms of which a refusal must contain at least one: the field, or the file. */
const fileTerms = ['caBundle', 'clientKey', 'clientCert', 'pem', 'PEM', 'certificate', 'CA cert']

/** Returns the changes for a complete file with a plain connection to the proxy, and with only the given TLS field. */
function plainHttpWith(field: 'caBundle' | 'clientKey' | 'clientCert'): Changes {
  const otherFields = ['caBundle', 'clientKey', 'clientCert'].filter((other) => other !== field)
  return {
    [tcpAt.url]: 'http://127.0.0.1:1',
    ...Object.fromEntries(otherFields.map((other) => [`${tcpAt.tlsConfig}.${other}`, undefined])),
  }
}

must(
  'egress.tls.none-with-http',
  { row: 'caBundle', aspect: 'clientKey and clientCert with http', twin: completeTwin },
  () => {
    says('With http:// caBundle, clientKey and clientCert are all empty.')
    const fields = {
      caBundle: seeing(['egress-http-with-ca-bundle-accepted'], 'caBundle'),
      clientKey: seeing(['egress-http-with-client-key-accepted'], 'clientKey'),
      clientCert: seeing(['egress-http-with-client-cert-accepted'], 'clientCert'),
    } as const

    refuses.for(fields)('%s with http://', async (field) => {
      await files.refuses(plainHttpWith(field), 'tlsConfig')
    })
  },
)

must('egress.tls.client-key-with-https', { row: 'clientKey', twin: completeTwin }, () => {
  says('With https:// clientKey is set.')
  refuses('https:// without clientKey', async () => {
    await files.refuses({ [`${tcpAt.tlsConfig}.clientKey`]: undefined }, 'clientKey')
  }).sees('egress-https-without-client-key-accepted')
})

must('egress.tls.client-cert-with-https', { row: 'clientCert', twin: completeTwin }, () => {
  says('With https:// clientCert is set.')
  refuses('https:// without clientCert', async () => {
    await files.refuses({ [`${tcpAt.tlsConfig}.clientCert`]: undefined }, 'clientCert')
  }).sees('egress-https-without-client-cert-accepted')
})

must('egress.tls.ca-bundle-not-required', 'caBundle', () => {
  says('With https:// caBundle may be left out.')
  accepts('https:// without caBundle', async () => {
    await files.accepts({ [`${tcpAt.tlsConfig}.caBundle`]: undefined })
  }).sees('egress-https-without-ca-bundle-refused')
})

excluded(
  'egress.tls.config',
  'TCPTransport.tlsConfig',
  'tlsConfig belongs to tcp and holds caBundle, clientKey and clientCert.',
  'A list of names: egress.file.complete uses each, and egress.tls.* judges them.',
)

must(
  'egress.file.open-missing-files',
  { rows: ['caBundle', 'clientKey', 'clientCert'], aspect: 'missing file', twin: completeTwin },
  () => {
    says('The files that tlsConfig names hold certificates and a key in PEM.')
    const unusablePemFiles = {
      'that does not exist': '/nonexistent/proxy.pem',
      'that is empty': pem('empty.pem', ''),
      'that contains no PEM': formerly('that holds no PEM', pem('text.pem', 'certificate: none')),
    }
    for (const field of ['caBundle', 'clientKey', 'clientCert'] as const) {
      refuses
        .for(unusablePemFiles)(`a ${field} %s`, async (value) => {
          await files.refuses({ [`${tcpAt.tlsConfig}.${field}`]: value }, fileTerms)
        })
        .sees('egress-file-unusable-accepted')
    }
  },
)
