import { expect, refuses, rulesOf, says, test } from '#kit'
import { handshake } from '#kit/clients.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { portOf, type SharedServer } from './fixture.ts'
import { listingServersByName } from './shared-servers.ts'

const { must } = rulesOf()

const listedServer = listingServersByName['rsa, third'].start
const withoutHttp2 = listingServersByName['ecdsa, second'].start

const handshakeWithAlpn = async (server: SharedServer, ...alpn: readonly string[]) =>
  handshake({ port: portOf(await server()), alpn })

must('flag.disable-http2-serving.offer', flagRow('--disable-http2-serving', 'meaning'), () => {
  says('HTTP/2 is served, and with the flag it is not.')
  test({ title: 'negotiates HTTP/2 by default', id: 'agrees on HTTP/2 by default' }, async () => {
    expect(await handshakeWithAlpn(listedServer, 'h2', 'http/1.1')).toMatchObject({ alpn: 'h2' })
  }).sees('http2-never-served')

  test({ title: 'negotiates HTTP/1.1 with the flag', id: 'agrees on HTTP/1.1 with the flag' }, async () => {
    expect(await handshakeWithAlpn(withoutHttp2, 'h2', 'http/1.1')).toMatchObject({ alpn: 'http/1.1' })
  }).sees('disable-http2-serving-ignored')

  refuses(
    {
      title: 'clients that speak only HTTP/2, with the flag',
      id: 'HTTP/2 with the flag to clients that speak nothing else',
    },
    async () => {
      // A server that ignores the offer negotiates no protocol.
      expect(await handshakeWithAlpn(withoutHttp2, 'h2')).not.toMatchObject({ alpn: 'h2' })
    },
  ).sees('disable-http2-serving-ignored')
})
