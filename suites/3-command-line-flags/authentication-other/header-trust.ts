import { createAuthority } from '#harness/certificates.ts'
import { rule, test } from '#harness/check/rule.ts'
import { expectIdentity, expectNobody } from '../../fixtures/identity.ts'
import { flagRow } from '../flag-rules.ts'
import { alice, type HeaderServer, through } from './header-world.ts'

/** Whose headers name the user, and which headers do. */
export function headerTrust(everything: HeaderServer, usernamesOnly: HeaderServer): void {
  rule(
    {
      id: 'flag.requestheader-username-headers.names-user',
      level: 'MUST',
      says: 'The user name stands in one of the listed headers.',
      source: flagRow('--requestheader-username-headers'),
      faults: {
        'requestheader-user-is-certificate-name': [
          'a listed header names the user',
          'another listed header names the user',
        ],
        'only-first-requestheader-username-header': ['another listed header names the user'],
        'requestheader-username-any-header': ['refuses a header that is not listed'],
      },
    },
    () => {
      test('a listed header names the user', async () => {
        await expectIdentity(await everything(), await through('front-proxy', alice), { username: 'alice' })
      })

      test('another listed header names the user', async () => {
        const shown = await through('front-proxy', { 'X-Other-User': 'alice' })

        await expectIdentity(await everything(), shown, { username: 'alice' })
      })

      test('refuses a header that is not listed', async () => {
        await expectNobody(await everything(), await through('front-proxy', { 'X-Unlisted-User': 'alice' }))
      })
    },
  )

  rule(
    {
      id: 'flag.requestheader-client-ca-file.trust',
      level: 'MUST',
      says: 'Header identities are trusted only beside a client certificate that this CA bundle verifies.',
      source: flagRow('--requestheader-client-ca-file'),
      twin: 'flag.requestheader-username-headers.names-user/a-listed-header-names-the-user',
      faults: {
        'requestheader-without-certificate-trusted': ['refuses headers without a certificate'],
        'requestheader-ca-not-verified': [
          'headers beside a certificate of the client CA do not name the user',
          'refuses headers beside a certificate of an unknown CA',
        ],
      },
    },
    () => {
      test('headers beside a certificate of the client CA do not name the user', async () => {
        const { authority } = (await everything()).credentials
        const as = authority.issue({ commonName: 'front-proxy', usage: 'client', hosts: [] })

        await expectIdentity(await everything(), { as, headers: alice }, { username: 'front-proxy' })
      })

      test('refuses headers without a certificate', async () => {
        await expectNobody(await everything(), { as: 'none', headers: alice })
      })

      test('refuses headers beside a certificate of an unknown CA', async () => {
        const unknown = await createAuthority('proxies')
        const as = unknown.issue({ commonName: 'front-proxy', usage: 'client', hosts: [] })

        await expectNobody(await everything(), { as, headers: alice })
      })
    },
  )

  rule(
    {
      id: 'flag.requestheader-allowed-names.limits',
      level: 'MUST',
      says: 'Only certificates with one of the listed common names may supply user names; an empty list allows any.',
      source: flagRow('--requestheader-allowed-names'),
      faults: {
        'requestheader-user-is-certificate-name': [
          'another listed common name may supply user names',
          'any common name may supply user names when none is listed',
        ],
        'requestheader-allowed-names-ignored': ['refuses a common name that is not listed'],
        'only-first-requestheader-allowed-name': ['another listed common name may supply user names'],
        'requestheader-no-allowed-names-means-nobody': [
          'any common name may supply user names when none is listed',
        ],
      },
    },
    () => {
      test('another listed common name may supply user names', async () => {
        await expectIdentity(await everything(), await through('second-proxy', alice), { username: 'alice' })
      })

      test('any common name may supply user names when none is listed', async () => {
        await expectIdentity(await usernamesOnly(), await through('third-proxy', alice), {
          username: 'alice',
        })
      })

      test('refuses a common name that is not listed', async () => {
        await expectNobody(await everything(), await through('third-proxy', alice))
      })
    },
  )
}
