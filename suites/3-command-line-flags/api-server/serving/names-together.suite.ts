import { request } from 'node:https'
import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import { handshake, type HttpAnswer } from '#kit/clients.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiRequest, ApiServer } from '#harness/programs/api-server.ts'
import { whoAmI } from '#harness/programs/reviews.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { portOf } from './fixture.ts'
import { flag } from './named-server.ts'
import { sniServer } from './shared-servers.ts'

const { must } = rulesOf()

const answeredWithinMs = 10_000

/** Host and server name of a client. */
interface Place {
  readonly host?: string
  readonly servername?: string
}

/** Sends a request with a client certificate to the server, under a server name or at an address. */
function sendTo(
  server: ApiServer,
  { host = '127.0.0.1', servername }: Place,
  pair: KeyPair,
  { method, path, body }: ApiRequest,
): Promise<Pick<HttpAnswer, 'status' | 'body'>> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        host,
        port: portOf(server),
        path: server.dialect.text(path),
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        timeout: answeredWithinMs,
        agent: false,
        // The certificates by name are for other hosts.
        checkServerIdentity: () => undefined,
        ca: server.credentials.authority.certificate,
        cert: pair.certificate,
        key: pair.key,
        ...(servername !== undefined && { servername }),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
      },
    )
    clientRequest.once('timeout', () => clientRequest.destroy(new Error('The server did not answer.')))
    clientRequest.once('error', reject)
    clientRequest.end(JSON.stringify(body))
  })
}

const places: Readonly<Record<string, Place>> = {
  'the default certificate': {},
  'the certificate of an exact pattern': { servername: 'one.first.example' },
  'the certificate of a wildcard pattern': { servername: 'two.first.example' },
  'the certificate of a name in a certificate': { servername: 'extracted.example' },
  'the certificate of an address': { host: '127.0.0.3' },
}

must(
  'flag.client-ca-file.named-certificates',
  { ...flagRow('--client-ca-file', `next to ${flag}`), capability: 'who-am-i' },
  () => {
    says('Client certificates authenticate clients, whichever certificate the server presents to them.')
    test
      .for(places)({ title: 'a client of %s is identified by its common name', id: '%s' }, async (place) => {
        const server = await sniServer()
        const pair = server.credentials.authority.issue({ commonName: 'alice', usage: 'client', hosts: [] })
        const { user } = await whoAmI(server, {}, (call) => sendTo(server, place, pair, call))

        expect(user?.username).toBe('alice')
      })
      .sees(({ servername }) => (servername === undefined ? undefined : 'sni-without-client-ca'))
  },
)

must('flag.tls-min-version.named-certificates', flagRow('--tls-min-version', `next to ${flag}`), () => {
  says('The named version of TLS is also the oldest for clients that get a certificate by their server name.')
  const handshakeOf = async (servername: string, version: 'TLSv1.2' | 'TLSv1.3') =>
    handshake({ port: portOf(await sniServer()), servername, version })
  const names = {
    'the name of an exact pattern': 'one.first.example',
    'the name of a wildcard pattern': 'two.first.example',
    'a name in a certificate': 'extracted.example',
  }
  accepts
    .for(names)('TLSv1.3 under %s', async (servername) => {
      expect(await handshakeOf(servername, 'TLSv1.3')).toMatchObject({ agreed: true })
    })
    .sees('tls-min-version-13-is-12')

  refuses
    .for(names)('TLSv1.2 under %s', async (servername) => {
      expect(await handshakeOf(servername, 'TLSv1.2')).toMatchObject({ agreed: false })
    })
    .sees('tls-min-version-13-is-12')
})
