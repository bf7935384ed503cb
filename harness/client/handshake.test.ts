import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type TlsOptions } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { createAuthority } from '../certificates/authority.ts'
import { firstResponse } from './client-hello.ts'
import { handshake } from './handshake.ts'

const authority = await createAuthority()
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function startServer(options: TlsOptions = {}): Promise<number> {
  const { certificate, key } = authority.issue({ commonName: 'server', keyType: 'rsa' })
  const server = createServer({ cert: certificate + authority.certificate, key, ...options })
  server.on('tlsClientError', () => {})
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const [aes128, aes256] = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384'] as const

test('the result of a handshake has the agreed parameters', async () => {
  const port = await startServer({ ciphers: aes128, ALPNProtocols: ['http/1.1'] })
  const { chain, ...rest } = (await handshake({ port, version: 'TLSv1.2', alpn: ['http/1.1'] })) as never as {
    chain: readonly { subject: string }[]
  }

  expect(rest).toEqual({
    agreed: true,
    version: 'TLSv1.2',
    suite: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
    alpn: 'http/1.1',
  })
  expect(chain.map(({ subject }) => subject)).toEqual(['CN=server', 'CN=orch-conformance CA'])
})

test('a server that rejects the connection is distinguished from a missing server', async () => {
  const port = await startServer({ ciphers: aes128, minVersion: 'TLSv1.2' })

  expect(await handshake({ port, version: 'TLSv1.2', ciphers: aes256 })).toMatchObject({ how: 'alert' })
  expect(await handshake({ port, version: 'TLSv1.1' })).toMatchObject({ how: 'alert' })
  expect(await handshake({ port: 1 })).toMatchObject({ how: 'unreachable' })
})

test('a client that offers one cipher suite receives this suite or an alert', async () => {
  const port = await startServer({ ciphers: aes128 })

  expect(await firstResponse(port, 0xc02f)).toEqual({ suite: 0xc02f })
  expect(await firstResponse(port, 0xc011)).toEqual({ alert: 40 })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.runIf(hasOpenssl)('OpenSSL and the client of the harness negotiate the same parameters', async () => {
  const port = await startServer({ ciphers: aes128 })
  const connectWith = (suite: string) =>
    new Promise<string>((resolve) => {
      void import('node:child_process').then(({ execFile }) => {
        const args = ['s_client', '-connect', `127.0.0.1:${port}`, '-tls1_2', '-cipher', suite]
        execFile('openssl', args, { timeout: 10_000 }, (_error, stdout) => resolve(stdout)).stdin?.end()
      })
    })

  expect(await connectWith(aes128)).toContain(`Cipher is ${aes128}`)
  expect(await connectWith(aes256)).toContain('Cipher is (NONE)')
})
