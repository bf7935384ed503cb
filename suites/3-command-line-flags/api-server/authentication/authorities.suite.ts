import { expect, refuses, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { expectIdentity, expectUnauthenticated, identity, type PresentedCredentials } from '../identity.ts'
import { authorities, type Bearer, bearers, server, without } from './authorities-fixture.ts'

const { must } = rulesOf()

const client = { usage: 'client', hosts: [] } as const
const alice = { 'X-Remote-User': 'alice' }

/** Returns a certificate of another party's authority. */
async function shownBy(name: Bearer, commonName: string): Promise<PresentedCredentials> {
  return { as: (await authorities()).of[name].issue({ commonName, ...client }) }
}

must('flag.client-ca-file.of-no-other-flag', flagRow('--client-ca-file', 'next to other CAs'), () => {
  says(
    'A client’s certificate counts by --client-ca-file alone, not by a CA that is named for something else.',
  )
  test(
    {
      title: 'a certificate of the CA of clients identifies its client by the common name',
      id: 'a certificate of the CA of clients is known by its common name',
    },
    async () => {
      const as = (await server()).credentials.authority.issue({ commonName: 'Alice', ...client })

      await expectIdentity(await server(), { as }, { username: 'Alice' })
    },
  ).sees('client-certificate-name-lower-case')

  refuses
    .for(bearers)('a client whose certificate is of the CA %s', async (name) => {
      await expectUnauthenticated(await server(), await shownBy(name, 'alice'))
    })
    .sees('client-ca-joined-by-other-flags')
})

must(
  'flag.requestheader-client-ca-file.of-no-other-flag',
  flagRow('--requestheader-client-ca-file', 'next to other CAs'),
  () => {
    says(
      'A proxy’s certificate counts by --requestheader-client-ca-file alone, not by a CA that is named for something else.',
    )
    test(
      {
        title: 'headers with a certificate of the CA of proxies name the user',
        id: 'headers beside a certificate of the CA of proxies name the user',
      },
      async () => {
        const shown = await shownBy('proxies', 'front-proxy')

        await expectIdentity(await server(), { ...shown, headers: alice }, { username: 'alice' })
      },
    ).sees('requestheader-no-allowed-names-means-nobody')

    refuses
      .for(without('proxies'))(
        {
          title: 'headers with a certificate of the CA %s',
          id: 'headers beside a certificate of the CA %s',
        },
        async (name) => {
          const shown = await shownBy(name, 'front-proxy')
          const identified = await identity(await server(), { ...shown, headers: alice })

          expect(identified === 'nobody' ? identified : identified.username, 'the user').not.toBe('alice')
        },
      )
      .sees('requestheader-ca-joined-by-other-flags')
  },
)
