import { createAuthority } from '#harness/certificates/authority.ts'
import { formerly, refuses, rulesOf, says, seeing, test } from '#kit'
import { expectIdentity, expectUnauthenticated } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { unverifiedChains, verifiedChains } from '../../../shared/certificate-chains.ts'
import { aliceHeader, proxiedCaller, intermediateCaller, laterProxyCaller } from './fixture.ts'
import { servers } from './header-servers-shared.ts'

const { must } = rulesOf()

const [serverWithAllHeaders, serverWithUserNames] = servers

must('flag.requestheader-username-headers.names-user', flagRow('--requestheader-username-headers'), () => {
  says('The user name is in one of the listed headers.')
  test('a listed header names the user', async () => {
    await expectIdentity(await serverWithAllHeaders(), await proxiedCaller('front-proxy', aliceHeader), {
      username: 'alice',
    })
  }).sees('requestheader-user-is-certificate-name')

  test(
    { title: 'the second listed header names the user', id: 'another listed header names the user' },
    async () => {
      const proxyCredentials = await proxiedCaller('front-proxy', { 'X-Other-User': 'alice' })

      await expectIdentity(await serverWithAllHeaders(), proxyCredentials, { username: 'alice' })
    },
  ).sees('only-first-requestheader-username-header')

  refuses('a header that is not listed', async () => {
    await expectUnauthenticated(
      await serverWithAllHeaders(),
      await proxiedCaller('front-proxy', { 'X-Unlisted-User': 'alice' }),
    )
  }).sees('requestheader-username-any-header')
})

must(
  'flag.requestheader-client-ca-file.trust',
  {
    ...flagRow('--requestheader-client-ca-file'),
    twin: 'flag.requestheader-username-headers.names-user/a-listed-header-names-the-user',
  },
  () => {
    says('Header identities are trusted only with a client certificate that this CA bundle verifies.')
    test(
      {
        title: 'headers with a certificate that the client CA signed do not name the user',
        id: 'headers beside a certificate of the client CA do not name the user',
      },
      async () => {
        const { authority } = (await serverWithAllHeaders()).credentials
        const clientPair = authority.issue({ commonName: 'front-proxy', usage: 'client', hosts: [] })

        await expectIdentity(
          await serverWithAllHeaders(),
          { as: clientPair, headers: aliceHeader },
          { username: 'front-proxy' },
        )
      },
    ).sees('requestheader-ca-joined-by-other-flags')

    test(
      {
        title: 'headers with a certificate that the second CA of the bundle signed name the user',
        id: 'headers with a certificate of the second CA of the bundle name the user',
      },
      async () => {
        const proxyCredentials = await laterProxyCaller('second', 'front-proxy', aliceHeader)

        await expectIdentity(await serverWithAllHeaders(), proxyCredentials, { username: 'alice' })
      },
    ).sees('only-first-requestheader-ca-trusted')

    refuses('headers without a certificate', async () => {
      await expectUnauthenticated(await serverWithAllHeaders(), { as: 'none', headers: aliceHeader })
    }).sees('requestheader-without-certificate-trusted')

    refuses(
      {
        title: 'headers with a certificate that an unknown CA signed',
        id: 'headers beside a certificate of an unknown CA',
      },
      async () => {
        const unknownAuthority = await createAuthority('proxies')
        const unknownProxyPair = unknownAuthority.issue({
          commonName: 'front-proxy',
          usage: 'client',
          hosts: [],
        })

        await expectUnauthenticated(await serverWithAllHeaders(), {
          as: unknownProxyPair,
          headers: aliceHeader,
        })
      },
    ).sees('requestheader-ca-not-verified')
  },
)

must('flag.requestheader-client-ca-file.chains', flagRow('--requestheader-client-ca-file', 'chains'), () => {
  says('A chain from the certificate of a proxy to the CA may have intermediates, which the proxy shows.')
  test
    .for(verifiedChains)(
      {
        title: 'headers with a certificate signed by %s name the user',
        id: 'headers with a certificate below %s name the user',
      },
      async (of) => {
        await expectIdentity(await serverWithAllHeaders(), await intermediateCaller(of, aliceHeader), {
          username: 'alice',
        })
      },
    )
    .sees('requestheader-user-is-certificate-name', 'requestheader-intermediates-refused')

  refuses
    .for(unverifiedChains)(
      { title: 'headers with a certificate signed by %s', id: 'headers with a certificate below %s' },
      async (of) => {
        await expectUnauthenticated(await serverWithAllHeaders(), await intermediateCaller(of, aliceHeader))
      },
    )
    .sees('requestheader-ca-not-verified')
})

must('flag.requestheader-allowed-names.limits', flagRow('--requestheader-allowed-names'), () => {
  says(
    'Only certificates with one of the listed common names may supply user names; an empty list allows any.',
  )
  test(
    {
      title: 'a proxy with the second listed common name may supply user names',
      id: 'another listed common name may supply user names',
    },
    async () => {
      await expectIdentity(await serverWithAllHeaders(), await proxiedCaller('second-proxy', aliceHeader), {
        username: 'alice',
      })
    },
  ).sees('only-first-requestheader-allowed-name')

  test(
    {
      title: 'a proxy with any common name may supply user names when none is listed',
      id: 'any common name may supply user names when none is listed',
    },
    async () => {
      await expectIdentity(await serverWithUserNames(), await proxiedCaller('third-proxy', aliceHeader), {
        username: 'alice',
      })
    },
  ).sees('requestheader-no-allowed-names-means-nobody')

  const otherProxyNames = {
    'that is not listed': 'third-proxy',
    'that begins with a listed name': formerly(
      'that goes on behind a listed one',
      seeing(['requestheader-allowed-name-prefix'], 'front-proxy-2'),
    ),
    'that is the end of a listed name': formerly(
      'that a listed one ends with',
      seeing(['requestheader-allowed-name-suffix'], 'proxy'),
    ),
    'that is listed in another case': seeing(['requestheader-allowed-name-case'], 'Front-Proxy'),
    'that is the whole list': formerly(
      'with the whole list in it',
      seeing(['requestheader-allowed-name-prefix'], 'front-proxy,second-proxy,last-proxy'),
    ),
  }

  refuses
    .for(otherProxyNames)('a common name %s', async (name) => {
      await expectUnauthenticated(await serverWithAllHeaders(), await proxiedCaller(name, aliceHeader))
    })
    .sees('requestheader-allowed-names-ignored')

  const otherPartsOfCertificates = {
    'a DNS name': seeing(['requestheader-allowed-name-is-dns-name'], { hosts: ['front-proxy'] }),
    'an organization': seeing(['requestheader-allowed-name-is-organization'], {
      organizations: ['front-proxy'],
    }),
  }

  refuses
    .for(otherPartsOfCertificates)('a listed name that is %s of the certificate', async (names) => {
      await expectUnauthenticated(
        await serverWithAllHeaders(),
        await proxiedCaller('third-proxy', aliceHeader, names),
      )
    })
    .sees('requestheader-allowed-names-ignored')
})
