import { expect, refuses, rule, test } from '#kit'
import { expectUnauthenticated, identity } from '../identity.ts'
import {
  decodeToken,
  issueFreshToken,
  issueToken,
  podOf,
  requestToken,
  signAgain,
  serviceAccount,
} from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { type AccountServer, audiences, issuers, keys, maxExpirationHours, plainIssuer } from './fixture.ts'
import { richServer, serverWithoutLists, serverWithRequiredFlags } from './account-servers.ts'

const hourSeconds = 3_600
// Tolerance for the time of issuing and the resolution of one second.
const clockToleranceSeconds = 5

const ruleDefaults = { level: 'MUST', capability: 'token-request' } as const

rule(
  {
    ...ruleDefaults,
    id: 'flag.api-audiences.bound',
    says: 'Tokens of service accounts must be bound to one of the audiences; without the flag, to the issuer.',
    source: flagRow('--api-audiences'),
  },
  () => {
    const tokenFor = async (server: AccountServer, ...wanted: string[]): Promise<string> =>
      issueFreshToken(await server(), { audiences: wanted })

    test('a token for the first audience is accepted', async () => {
      const token = await tokenFor(serverWithoutLists, audiences[0])

      expect(await identity(await serverWithoutLists(), { token })).not.toBe('nobody')
    }).sees('all-api-audiences-required')

    test(
      {
        title: 'a token for the second audience is accepted',
        id: 'a token for another of the audiences is accepted',
      },
      async () => {
        const token = await tokenFor(serverWithoutLists, 'https://elsewhere.example', audiences[1])

        expect(await identity(await serverWithoutLists(), { token })).not.toBe('nobody')
      },
    ).sees('only-first-api-audience-compared')

    test('a token for the issuer is accepted when no audience is listed', async () => {
      const token = await tokenFor(richServer, issuers[0])

      expect(await identity(await richServer(), { token })).not.toBe('nobody')
    }).sees('all-api-audiences-required')

    refuses('a token for an audience that is not listed', async () => {
      await expectUnauthenticated(await serverWithoutLists(), {
        token: await tokenFor(serverWithoutLists, 'https://elsewhere.example'),
      })
    }).sees('api-audiences-not-compared')

    refuses('a token for the issuer when audiences are listed', async () => {
      await expectUnauthenticated(await serverWithoutLists(), {
        token: await tokenFor(serverWithoutLists, plainIssuer),
      })
    }).sees('api-audiences-issuer-always-accepted')

    refuses(
      {
        title: 'a token for an audience other than the issuer when none is listed',
        id: 'a token for another audience than the issuer when none is listed',
      },
      async () => {
        await expectUnauthenticated(await richServer(), {
          token: await tokenFor(richServer, 'https://elsewhere.example'),
        })
      },
    ).sees('api-audiences-not-compared')
  },
)

rule(
  {
    ...ruleDefaults,
    id: 'flag.service-account-max-token-expiration.ends',
    says: 'A token of a service account is accepted only until the end of its validity.',
    source: flagRow('--service-account-max-token-expiration', 'end of the validity'),
  },
  () => {
    const issueEndingToken = async (afterSeconds: number): Promise<string> => {
      const nowSeconds = Math.floor(Date.now() / 1_000)
      const token = await issueFreshToken(await richServer())
      const issuedAtSeconds = nowSeconds - 2 * hourSeconds
      const claims = { iat: issuedAtSeconds, nbf: issuedAtSeconds, exp: nowSeconds + afterSeconds }
      return signAgain(token, keys.another.privateKey, claims)
    }

    test('a token whose validity ends in an hour is accepted', async () => {
      expect(await identity(await richServer(), { token: await issueEndingToken(hourSeconds) })).not.toBe(
        'nobody',
      )
    }).sees('only-first-service-account-key-file-used')

    refuses('a token whose validity ended an hour ago', async () => {
      await expectUnauthenticated(await richServer(), { token: await issueEndingToken(-hourSeconds) })
    }).sees('expired-service-account-tokens-accepted')
  },
)

rule(
  {
    ...ruleDefaults,
    id: 'flag.service-account-max-token-expiration.limits',
    says: 'Requests for a longer validity than the maximum get the maximum; shorter ones get the requested validity.',
    source: flagRow('--service-account-max-token-expiration'),
  },
  () => {
    const lifetime = async (server: AccountServer, expirationSeconds: number): Promise<number> => {
      const { claims } = decodeToken(await issueFreshToken(await server(), { expirationSeconds }))
      return claims.exp - claims.iat
    }
    const max = maxExpirationHours * hourSeconds

    test(
      {
        title: 'a request for a validity above the maximum gets the maximum',
        id: 'a request for more than the maximum gets the maximum',
      },
      async () => {
        const account = await serviceAccount(await richServer())
        const { status } = await requestToken(await richServer(), account, { expirationSeconds: 2 * max })
        expect(status, 'the status of a request for more').toBe(201)
        const seconds = await lifetime(richServer, 2 * max)

        expect(Math.abs(seconds - max), `the distance of ${seconds} s from ${max} s`).toBeLessThan(
          clockToleranceSeconds,
        )
      },
    ).sees('long-token-requests-refused')

    test('a request for a token of a pod above the maximum gets the maximum', async () => {
      const server = await richServer()
      const account = await serviceAccount(server)
      const { reference } = await podOf(server, account)
      const tokenRequest = { expirationSeconds: 2 * max, boundObjectRef: reference }
      const { claims } = decodeToken((await issueToken(server, account, tokenRequest)).token)

      expect(Math.abs(claims.exp - claims.iat - max)).toBeLessThan(clockToleranceSeconds)
    }).sees('max-token-expiration-ignored', 'max-token-expiration-of-unbound-tokens-alone')

    test(
      {
        title: 'a request for a validity below the maximum gets the requested validity',
        id: 'a request for less than the maximum gets what it asks for',
      },
      async () => {
        const seconds = await lifetime(richServer, hourSeconds)

        expect(Math.abs(seconds - hourSeconds)).toBeLessThan(clockToleranceSeconds)
      },
    ).sees('maximum-used-for-every-token')

    test(
      {
        title: 'without a maximum, a request for a long validity gets the requested validity',
        id: 'a request for more gets what it asks for where there is no maximum',
      },
      async () => {
        const seconds = await lifetime(serverWithRequiredFlags, 2 * max)

        expect(Math.abs(seconds - 2 * max)).toBeLessThan(clockToleranceSeconds)
      },
    ).sees('max-token-expiration-default-an-hour')
  },
)
