import { rule, test } from '#harness/check/rule.ts'
import { expectAccepted, expectRefusal } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--tls-cipher-suites'

const withEllipticCurves = ['RSA', 'ECDSA'].flatMap((key) =>
  [
    'CHACHA20_POLY1305_SHA256',
    'CHACHA20_POLY1305',
    'AES_256_GCM_SHA384',
    'AES_256_CBC_SHA',
    'AES_128_GCM_SHA256',
    'AES_128_CBC_SHA',
  ].map((cipher) => `TLS_ECDHE_${key}_WITH_${cipher}`),
)
const preferred = [
  ...withEllipticCurves,
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_AES_128_GCM_SHA256',
]
const insecure = [
  'TLS_RSA_WITH_RC4_128_SHA',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
]

// HTTP/2 forbids most of the insecure ones (RFC 9113 §9.2.2), so it is off wherever the list is not the preferred one.
const withoutHttp2 = { '--disable-http2-serving': true }

for (const [table, suites] of Object.entries({ Preferred: preferred, Insecure: insecure })) {
  const accepted = `accepts each of the ${suites.length} names`
  rule(
    {
      id: `flag.tls-cipher-suites.${table.toLowerCase()}`,
      level: 'MUST',
      says: `The names of the table "${table}" are cipher suites that ${flag} takes.`,
      source: { document: 3, section: 'Cipher suites (--tls-cipher-suites)', row: table },
      overlaps: true,
      faults: { [`${table.toLowerCase()}-cipher-suite-refused`]: [accepted] },
    },
    () => {
      test(accepted, async () => {
        await expectAccepted({ flags: { ...withoutHttp2, [flag]: suites.join(',') } })
      })
    },
  )
}

rule(
  {
    id: 'flag.tls-cipher-suites.values',
    level: 'MUST',
    says: 'No other names are taken.',
    source: flagRow(flag, 'values'),
    twin: 'flag.tls-cipher-suites.preferred/accepts-each-of-the-15-names',
    overlaps: true,
    faults: { 'values-unchecked-tls-cipher-suites': ['refuses a name that is in neither table'] },
  },
  () => {
    test('refuses a name that is in neither table', async () => {
      const suites = [...preferred, 'TLS_AES_512_GCM_SHA512'].join(',')
      await expectRefusal({ flags: { ...withoutHttp2, [flag]: suites } }, 'suite')
    })
  },
)
