import type { SecureVersion } from 'node:tls'
import { expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { type Handshake, handshake } from '#kit/clients.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { portOf, type SharedServer } from './fixture.ts'
import { listing, named } from './shared-servers.ts'

const { must, unspecified } = rulesOf()

const flag = '--tls-min-version'

async function offered(server: SharedServer, version: SecureVersion): Promise<Handshake> {
  return handshake({ port: portOf(await server()), version })
}

const servers = listing
const newest = named

const floors = {
  VersionTLS10: { server: servers['rsa, first'].start, spoken: 'TLSv1', below: undefined },
  VersionTLS11: { server: servers['rsa, second'].start, spoken: 'TLSv1.1', below: 'TLSv1' },
  VersionTLS12: { server: servers['ecdsa, first'].start, spoken: 'TLSv1.2', below: 'TLSv1.1' },
  VersionTLS13: { server: newest, spoken: 'TLSv1.3', below: 'TLSv1.2' },
} as const
must('flag.tls-min-version.enforced', flagRow(flag, 'meaning'), () => {
  says('The named version of TLS is the oldest that the server speaks.')
  for (const [name, { server, spoken }] of Object.entries(floors)) {
    const ignored = /1[01]$/.test(name) ? ['tls-min-version-ignored'] : []
    const refused = name === 'VersionTLS13' ? 'tls-min-version-13-is-12' : 'tls-min-version-refused-itself'
    test({ title: `negotiates ${spoken} with ${name}`, id: `agrees on ${spoken} with ${name}` }, async () => {
      expect(await offered(server, spoken)).toMatchObject({ agreed: true, version: spoken })
    }).sees(...ignored, refused)
  }

  const nearMisses = {
    'TLSv1 with VersionTLS11': seeing([], floors.VersionTLS11),
    'TLSv1.1 with VersionTLS12': seeing([], floors.VersionTLS12),
    'TLSv1.2 with VersionTLS13': seeing(['tls-min-version-13-is-12'], floors.VersionTLS13),
  }
  refuses
    .for(nearMisses)('%s', async ({ server, below }) => {
      expect(await offered(server, below)).toMatchObject({ agreed: false })
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
        versions.map(async (version) => [version, (await offered(start, version)).agreed]),
      )
      check.observe('versions', Object.fromEntries(results))
    },
  )
})
