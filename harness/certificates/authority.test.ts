import { X509Certificate } from 'node:crypto'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createAuthority } from './authority.ts'

test('a server and a client with leaves of one authority connect with mutual TLS, and the server receives the subject', async () => {
  const ca = await createAuthority()
  const serverPair = ca.issue({ commonName: 'server' })
  const client = ca.issue({ commonName: 'alice', organizations: ['dev', 'ops'], usage: 'client' })
  const listener = createServer(
    { cert: serverPair.certificate, key: serverPair.key, ca: ca.certificate, requestCert: true },
    (req, res) => res.end(JSON.stringify((req.socket as TLSSocket).getPeerCertificate().subject)),
  )
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const body = await new Promise<string>((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, ca: ca.certificate, cert: client.certificate, key: client.key },
      (res) => {
        res.setEncoding('utf8').on('data', resolve)
      },
    )
      .on('error', reject)
      .end()
  })
  listener.close()

  expect(JSON.parse(body)).toEqual({ CN: 'alice', O: ['dev', 'ops'] })
})

test('a certificate contains the requested fields', async () => {
  const ca = await createAuthority('test CA')
  const notBefore = new Date('2001-02-03T04:05:06Z')
  const notAfter = new Date('2051-02-03T04:05:06Z')
  const issued = ca.issue({
    commonName: 'peer',
    organizations: ['eins', 'zwei'],
    hosts: ['peer.example', '127.0.0.1', '::1'],
    usage: 'both',
    notBefore,
    notAfter,
  })
  const authority = new X509Certificate(ca.certificate)
  const leaf = new X509Certificate(issued.certificate)

  expect(leaf.subject).toBe('CN=peer\nO=eins\nO=zwei')
  expect(leaf.issuer).toBe('CN=test CA')
  expect(leaf.subjectAltName).toBe('DNS:peer.example, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
  expect([new Date(leaf.validFrom), new Date(leaf.validTo)]).toEqual([notBefore, notAfter])
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])
  expect([leaf.ca, authority.ca]).toEqual([false, true])
  expect(leaf.checkIssued(authority) && leaf.verify(authority.publicKey)).toBe(true)
})

test('every certificate of an authority has a unique serial number', async () => {
  const ca = await createAuthority()
  const serials = Array.from(
    { length: 50 },
    () => new X509Certificate(ca.issue({ commonName: 'peer' }).certificate).serialNumber,
  )

  expect(new Set(serials).size).toBe(50)
})
