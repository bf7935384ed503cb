import { expect, refuses, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { expectIdentity, expectUnauthenticated, identity, type PresentedCredentials } from '../identity.ts'
import {
  authorities,
  type CertificateBearer,
  certificateBearers,
  server,
  otherBearers,
} from './authorities-fixture.ts'

const { must } = rulesOf()

const client = { usage: 'client', hosts: [] } as const
const aliceHeader = { 'X-Remote-User': 'alice' }

/** Returns a certificate of another party's authority. */
async function certificateOfBearer(
  name: CertificateBearer,
  commonName: string,
): Promise<PresentedCredentials> {
  return { as: (await authorities()).authoritiesByBearer[name].issue({ commonName, ...client }) }
}

must('flag.client-ca-file.of-no-other-flag', flagRow('--client-ca-file', 'next to other CAs'), () => {
  says(
    'A client’s certificate counts by --client-ca-file alone, not by a CA that is named for something else.',
  )
  test(
    {
      title: 'a certificate that the client CA signed identifies its client by the common name',
      id: 'a certificate of the CA of clients is known by its common name',
    },
    async () => {
      const clientPair = (await server()).credentials.authority.issue({ commonName: 'Alice', ...client })

      await expectIdentity(await server(), { as: clientPair }, { username: 'Alice' })
    },
  ).sees('client-certificate-name-lower-case')

  refuses
    .for(certificateBearers)(
      {
        title: 'a client whose certificate is signed by the CA %s',
        id: 'a client whose certificate is of the CA %s',
      },
      async (name) => {
        await expectUnauthenticated(await server(), await certificateOfBearer(name, 'alice'))
      },
    )
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
        title: 'headers with a certificate that the proxy CA signed name the user',
        id: 'headers beside a certificate of the CA of proxies name the user',
      },
      async () => {
        const bearerCertificate = await certificateOfBearer('proxies', 'front-proxy')

        await expectIdentity(
          await server(),
          { ...bearerCertificate, headers: aliceHeader },
          { username: 'alice' },
        )
      },
    ).sees('requestheader-no-allowed-names-means-nobody')

    refuses
      .for(otherBearers('proxies'))(
        {
          title: 'headers with a certificate that is signed by the CA %s',
          id: 'headers beside a certificate of the CA %s',
        },
        async (name) => {
          const bearerCertificate = await certificateOfBearer(name, 'front-proxy')
          const callerIdentity = await identity(await server(), {
            ...bearerCertificate,
            headers: aliceHeader,
          })

          expect(callerIdentity === 'nobody' ? callerIdentity : callerIdentity.username, 'the user').not.toBe(
            'alice',
          )
        },
      )
      .sees('requestheader-ca-joined-by-other-flags')
  },
)
