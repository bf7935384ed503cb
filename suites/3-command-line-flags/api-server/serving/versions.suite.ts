import type { SecureVersion } from 'node:tls'
import { expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { type Handshake, handshake } from '#kit/clients.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { portOf, type SharedServer } from './fixture.ts'
import { listingServersByName, sniServer } from './shared-servers.ts'

const { must, unspecified } = rulesOf()

const flag = '--tls-min-version'

async function handshakeWithVersion(server: SharedServer, version: SecureVersion): Promise<Handshake> {
  return handshake({ port: portOf(await server()), version })
}

const servers = listingServersByName
const tls13Server = sniServer

const minimumVersions = {
  VersionTLS10: { server: servers['rsa, first'].start, spoken: 'TLSv1', below: undefined },
  VersionTLS11: { server: servers['rsa, second'].start, spoken: 'TLSv1.1', below: 'TLSv1' },
  VersionTLS12: { server: servers['ecdsa, first'].start, spoken: 'TLSv1.2', below: 'TLSv1.1' },
  VersionTLS13: { server: tls13Server, spoken: 'TLSv1.3', below: 'TLSv1.2' },
} as const
must('flag.tls-min-version.enforced', flagRow(flag, 'meaning'), () => {
  says('The named version of TLS is the oldest that the server speaks.')
  for (const [name, { server, spoken }] of Object.entries(minimumVersions)) {
    const ignoredFaults = /1[01]$/.test(name) ? ['tls-min-version-ignored'] : []
    const refusalFault =
      name === 'VersionTLS13' ? 'tls-min-version-13-is-12' : 'tls-min-version-refused-itself'
    test({ title: `negotiates ${spoken} with ${name}`, id: `agrees on ${spoken} with ${name}` }, async () => {
      expect(await handshakeWithVersion(server, spoken)).toMatchObject({ agreed: true, version: spoken })
    }).sees(...ignoredFaults, refusalFault)
  }

  const nearMisses = {
    'TLSv1 with VersionTLS11': seeing([], minimumVersions.VersionTLS11),
    'TLSv1.1 with VersionTLS12': seeing([], minimumVersions.VersionTLS12),
    'TLSv1.2 with VersionTLS13': seeing(['tls-min-version-13-is-12'], minimumVersions.VersionTLS13),
  }
  refuses
    .for(nearMisses)('%s', async ({ server, below }) => {
      expect(await handshakeWithVersion(server, below)).toMatchObject({ agreed: false })
    })
    .sees('tls-min-version-one-lower')
})

unspecified('flag.tls-min-version.default', flagRow(flag, 'default'), () => {
  says('Which version of TLS is the oldest without the flag is open.')
  test(
    { title: 'observes the negotiated versions', id: 'observes the versions that are spoken' },
    async (check) => {
      const versions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const
      const { start } = servers['rsa, third']
      const results = await Promise.all(
        versions.map(async (version) => [version, (await handshakeWithVersion(start, version)).agreed]),
      )
      check.observe('versions', Object.fromEntries(results))
    },
  )
})
