import { expect, refuses, rulesOf, says, test } from '#kit'
import { handshake } from '#kit/clients.ts'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  type CipherSuite,
  insecureSuites,
  isTls13,
  namesOf,
  preferredSuites,
} from '#documents/3/lists/cipher-suites.ts'
import { negotiatedSuites, suitesNotNegotiated, unlistedSuites } from './negotiated-suites.ts'
import type { SuiteList } from './servers.ts'
import { issueServingPair, portOf, servingFlags } from './fixture.ts'
import { listingServersByName } from './shared-servers.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Cipher suites (`--tls-cipher-suites`)' })

const flag = '--tls-cipher-suites'

const isLibrarySuite = ({ openssl }: CipherSuite): boolean => openssl !== undefined

const keyTypes = { 'an RSA key': 'rsa', 'an ECDSA key': 'ecdsa' } as const
must('flag.tls-cipher-suites.negotiated', flagRow(flag, 'suites of TLS 1.2'), () => {
  says('The server agrees on the suites of TLS 1.2 in its list, and on no others.')
  for (const [key, sort] of Object.entries(keyTypes)) {
    test(
      { title: `negotiates each listed suite with ${key}`, id: `agrees on each listed suite with ${key}` },
      async () => {
        for (const ordinal of ['first', 'second'] as const) {
          const server = listingServersByName[`${sort}, ${ordinal}`]
          const listedSuites = server.listedSuites.filter((suite) => !isTls13(suite) && isLibrarySuite(suite))

          expect(listedSuites.length, 'suites to be agreed on').toBeGreaterThan(0)
          expect(await suitesNotNegotiated(server, listedSuites), `listed by ${sort}, ${ordinal}`).toEqual([])
        }
      },
    ).sees('tls-cipher-suite-left-out')
  }

  for (const [key, sort] of Object.entries(keyTypes)) {
    refuses(
      { title: `each unlisted suite with ${key}`, id: `each suite that is not listed with ${key}` },
      async () => {
        for (const ordinal of ['first', 'second', 'third'] as const) {
          const server = listingServersByName[`${sort}, ${ordinal}`]
          const unlistedNames = unlistedSuites(server)

          expect(unlistedNames.length, 'suites not to be agreed on').toBeGreaterThan(0)
          expect(await negotiatedSuites(server, unlistedNames), `not listed by ${sort}, ${ordinal}`).toEqual(
            [],
          )
        }
      },
    ).sees('tls-cipher-suites-ignored')
  }
})

const listsWithTls13: readonly SuiteList[] = ['rsa, first', 'rsa, second', 'ecdsa, first']

const tls13Suites = preferredSuites.filter(isTls13)
must('flag.tls-cipher-suites.tls13', flagRow(flag, 'suites of TLS 1.3'), () => {
  says('The server agrees on the suites of TLS 1.3 in its list, and on no others where it names some.')
  test({ title: 'negotiates the listed suite of TLS 1.3', id: 'agrees on the listed suite' }, async () => {
    for (const name of listsWithTls13) {
      expect(
        await suitesNotNegotiated(
          listingServersByName[name],
          listingServersByName[name].listedSuites.filter(isTls13),
        ),
        name,
      ).toEqual([])
    }
  }).sees('tls-cipher-suites-without-1.3')

  refuses(
    { title: 'the suites of TLS 1.3 that are not listed', id: 'the suites that are not listed' },
    async () => {
      for (const name of listsWithTls13) {
        const unlistedTls13 = tls13Suites.filter(
          (suite) => !listingServersByName[name].listedSuites.includes(suite),
        )
        expect(await negotiatedSuites(listingServersByName[name], unlistedTls13), name).toEqual([])
      }
    },
  ).sees('tls-cipher-suites-of-1.3-ignored')
})

unspecified(
  'flag.tls-cipher-suites.given-up',
  { rows: namesOf(insecureSuites.filter((suite) => !isLibrarySuite(suite))), aspect: 'negotiation' },
  () => {
    says('Whether the runtime of the server still speaks the listed suites with RC4 or 3DES is open.')
    test(
      {
        title: 'records which suites with RC4 or 3DES are negotiated',
        id: 'observes which of them are agreed on',
      },
      async (check) => {
        const negotiations = Object.values(listingServersByName).map(async (server) =>
          negotiatedSuites(
            server,
            server.listedSuites.filter((suite) => !isLibrarySuite(suite)),
          ),
        )
        check.observe('suites agreed on', (await Promise.all(negotiations)).flat().toSorted())
      },
    )
  },
)

unspecified('flag.tls-cipher-suites.default', flagRow(flag, 'default'), () => {
  says(
    'Which suites the runtime of the server has by default, and what a list means that names none of a version, is open.',
  )
  test(
    {
      title: 'records whether TLS 1.3 is negotiated with a list that names none of its suites',
      id: 'observes whether TLS 1.3 is spoken with a list that names none of its suites',
    },
    async (check) => {
      const port = portOf(await listingServersByName['ecdsa, second'].start())
      const handshakeResult = await handshake({ port, version: 'TLSv1.3' })
      check.observe('TLS 1.3', handshakeResult.agreed ? handshakeResult.suite : handshakeResult.how)
    },
  )

  test(
    {
      title: 'records whether a server starts with a list without the suite that HTTP/2 requires',
      id: 'observes a list without the suite that HTTP/2 demands',
    },
    async (check) => {
      const servingPair = await issueServingPair({ commonName: 'without' })
      const flags = { ...servingFlags(servingPair), [flag]: 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384' }
      check.observe('start', (await startOutcome({ flags })).outcome)
    },
  )
})
