import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority } from './authority.ts'
import { readCertificateRequest } from './request.ts'

/** A request created by OpenSSL: two organizations, a name, an IPv4 and an IPv6 address. */
const opensslRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIIBNDCB2wIBADBAMRUwEwYDVQQKDAxzeXN0ZW06bm9kZXMxDTALBgNVBAoMBGNy
ZXcxGDAWBgNVBAMMD3N5c3RlbTpub2RlOm9uZTBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABF2bKadzAK0jhimk6+qov3zFCV2TGS9u9iTQY+K4mdIm4h9LJD+/u8ot
Oj1YluNNVuH6sXW2aQ9+KpRoW7EDNlOgOTA3BgkqhkiG9w0BCQ4xKjAoMCYGA1Ud
EQQfMB2CA29uZYcEwAACAocQIAENuAAAAAAAAAAAAAAAATAKBggqhkjOPQQDAgNI
ADBFAiEAri9nD1olMWdRtNRoOHiQGT+d4rngNG8twBrsNrGKnPcCIAhkLVtoDQS7
OsVItFbYRjHmH0oBr+Tav2WJ/dkntuZ/
-----END CERTIFICATE REQUEST-----
`

test('a certificate has the subject, names, key and usages of its request', async () => {
  const ca = await createAuthority()
  const { publicKey } = readCertificateRequest(opensslRequest)
  const notAfter = new Date('2051-02-03T04:05:06Z')
  const usages = ['digital signature', 'server auth']
  const certificate = new X509Certificate(ca.sign(opensslRequest, { usages, notAfter }))

  expect(certificate.subject).toBe('O=system:nodes\nO=crew\nCN=system:node:one')
  expect(certificate.subjectAltName).toBe('DNS:one, IP Address:192.0.2.2, IP Address:2001:DB8:0:0:0:0:0:1')
  expect(certificate.publicKey.equals(publicKey)).toBe(true)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(new Date(certificate.validTo)).toEqual(notAfter)
  expect(certificate.verify(new X509Certificate(ca.certificate).publicKey)).toBe(true)
})

test('a request with an unknown usage, and a PEM without a request, are rejected', async () => {
  const ca = await createAuthority()

  expect(() => ca.sign(opensslRequest, { usages: ['ocsp signing'] })).toThrow(
    'does not grant the usage ocsp signing',
  )
  expect(() => ca.sign('nonsense', { usages: [] })).toThrow('has no certificate request')
})
