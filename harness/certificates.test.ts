import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createAuthority } from './certificates.ts'

test('leaves of one authority trust each other in mutual TLS, and the subject arrives', async () => {
  const ca = await createAuthority()
  const server = ca.issue({ commonName: 'server' })
  const client = ca.issue({ commonName: 'alice', organizations: ['dev', 'ops'], usage: 'client' })
  const listener = createServer(
    { cert: server.certificate, key: server.key, ca: ca.certificate, requestCert: true },
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
