import { expect, refuses, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { callNodeOf } from '../cluster/node-calls.ts'
import { expectUnauthenticated, identity } from '../identity.ts'
import { issueFreshToken, signAgain } from '../service-accounts/service-accounts.ts'
import {
  agents,
  apiAudience,
  apis,
  firstAuthority,
  issuer,
  keyOf,
  origin,
  places,
  server,
  tokenOf,
  user,
} from './entries.ts'

const { must } = rulesOf()

must(
  'flag.api-audiences.later',
  { ...flagRow('--api-audiences', 'later entries'), capability: 'token-request' },
  () => {
    says('A token that is bound to any audience of the list is accepted.')
    test
      .for(places)({ title: 'a token for the %s audiences is accepted', id: '%s' }, async (entry) => {
        const token = await issueFreshToken(await server(), { audiences: [apiAudience(entry)] })

        expect(await identity(await server(), { token })).not.toBe('nobody')
      })
      .sees('only-first-api-audience-compared')

    test(
      { title: 'a token for an unlisted audience and a listed one is accepted', id: 'second-of-token' },
      async () => {
        const audiences = ['https://unlisted-api.example', apiAudience('first')]
        const token = await issueFreshToken(await server(), { audiences })

        expect(await identity(await server(), { token })).not.toBe('nobody')
      },
    ).sees('only-first-token-audience-compared')
  },
)

must(
  'flag.service-account-key-file.later',
  { ...flagRow('--service-account-key-file', 'later files'), capability: 'token-request' },
  () => {
    says('The keys of every file verify tokens.')
    test
      .for(places)(
        { title: 'a token that a key of the %s files verifies is accepted', id: '%s' },
        async (entry) => {
          const audiences = [apiAudience('first')]
          const token = signAgain(await issueFreshToken(await server(), { audiences }), keyOf[entry]())

          expect(await identity(await server(), { token })).not.toBe('nobody')
        },
      )
      .sees('only-first-service-account-key-file-used')
  },
)

must(
  'flag.token-auth-file.later',
  { ...flagRow('--token-auth-file', 'later lines'), capability: 'token-file-csv' },
  () => {
    says('The token of each line names the user of that line.')
    test
      .for(places)({ title: 'the token of the %s lines identifies its user', id: '%s' }, async (entry) => {
        expect(await identity(await server(), { token: tokenOf(entry) })).toMatchObject({
          username: user(entry),
        })
      })
      .sees('static-tokens-ignored')

    refuses({ title: 'a token that joins the tokens of two lines', id: 'between' }, async () => {
      await expectUnauthenticated(await server(), { token: `${tokenOf('third')}${tokenOf('last')}` })
    })
  },
)

must('flag.cors-allowed-origins.later', flagRow('--cors-allowed-origins', 'later expressions'), () => {
  says('An origin is allowed that any expression of the list matches.')
  const readAllowedOrigin = async (from: string): Promise<unknown> => {
    const { headers } = await (await server()).request({ path: '/version', headers: { origin: from } })
    return headers['access-control-allow-origin']
  }
  test
    .for(places)({ title: 'an origin of the %s expressions is allowed', id: '%s' }, async (entry) => {
      expect(await readAllowedOrigin(origin(entry))).toBeOneOf([origin(entry), '*'])
    })
    .sees('cors-first-two-expressions-only', 'cors-headers-missing')

  refuses({ title: 'an origin that matches no expression', id: 'other' }, async () => {
    expect(await readAllowedOrigin('https://pages.fifth.example')).toBeUndefined()
  }).sees('cors-any-origin')
})

must(
  'flag.runtime-config.later',
  { ...flagRow('--runtime-config', 'later pairs'), capability: 'api-discovery' },
  () => {
    says('Each pair of the list switches its API.')
    const disabledApis = (['first', 'last'] as const).map((entry) => [entry, apis[entry]] as const)
    for (const [entry, pair] of disabledApis) {
      test({ title: `the API of the ${entry} pair of four is switched off`, id: entry }, async () => {
        const path = `/apis/${pair.split('=')[0]}`
        const [switched, other] = [
          await (await server()).request({ path }),
          await (await server()).request({ path: '/apis/apps/v1' }),
        ]

        expect([switched.status, other.status], 'of the API and of another one').toEqual([404, 200])
      }).sees(
        'runtime-config-never-disables',
        ...(entry !== 'last' ? [] : ['fourth-runtime-config-pair-ignored']),
      )
    }
  },
)

must('flag.oidc-ca-file.bundle', flagRow('--oidc-ca-file', 'several certificates'), () => {
  says('Each certificate of the file verifies the issuer.')
  test(
    { title: 'accepts a token of an issuer whose authority is the last of four', id: 'last' },
    async () => {
      expect(await issuer.user({ sub: 'alice' })).toMatchObject({
        username: `${(await issuer.issuer()).url}#alice`,
      })
    },
  ).sees('only-first-oidc-authority-used')
})

must(
  'flag.orchlet-certificate-authority.bundle',
  { ...flagRow('--orchlet-certificate-authority', 'several certificates'), capability: 'node-calls' },
  () => {
    says('Each certificate of the file verifies node agents.')
    const hostnameAddress = [['Hostname', 'localhost']] as const
    test({ title: 'a node agent whose authority is the first of four is called', id: 'first' }, async () => {
      const { port } = await (await agents()).listen({ authority: await firstAuthority() })
      const { answer, requests } = await callNodeOf(await agents(), await server(), hostnameAddress, { port })

      expect([answer?.status, requests.length]).toEqual([200, 1])
    }).sees('node-agent-authority-ignored')

    test({ title: 'a node agent whose authority is the last of four is called', id: 'last' }, async () => {
      const { answer, requests } = await callNodeOf(await agents(), await server(), hostnameAddress)

      expect([answer?.status, requests.length]).toEqual([200, 1])
    }).sees('only-first-node-agent-authority-used')
  },
)
