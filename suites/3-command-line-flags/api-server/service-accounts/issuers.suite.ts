import { expect, refuses, rulesOf, says, test } from '#kit'
import { expectUnauthenticated, identity } from '../identity.ts'
import { decodeToken, issueFreshToken, signAgain } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { discovery } from './issuer-discovery.ts'
import { issuers, keys, plainIssuer } from './fixture.ts'
import { richServer, serverWithoutLists } from './account-servers.ts'

const { must } = rulesOf()

const flag = '--service-account-issuer'

must('flag.service-account-issuer.asserted', { ...flagRow(flag), capability: 'token-request' }, () => {
  says('The issuer is asserted in iss; of several, the first issues the tokens and all are accepted.')
  test(
    { title: 'the iss of a token is the first issuer', id: 'the first issuer is asserted in iss' },
    async () => {
      const token = await issueFreshToken(await richServer())

      expect(decodeToken(token).claims.iss).toBe(issuers[0])
      expect(await identity(await richServer(), { token })).not.toBe('nobody')
    },
  ).sees('last-service-account-issuer-issues')

  test(
    {
      title: 'a token of the second listed issuer is accepted',
      id: 'a token of another listed issuer is accepted',
    },
    async () => {
      const token = signAgain(await issueFreshToken(await richServer()), keys.signing.privateKey, {
        iss: issuers[1],
      })

      expect(await identity(await richServer(), { token })).not.toBe('nobody')
    },
  ).sees('only-first-service-account-issuer-accepted')

  test('a token of the last of three issuers is accepted', async () => {
    const token = signAgain(await issueFreshToken(await richServer()), keys.signing.privateKey, {
      iss: issuers[2],
    })

    expect(await identity(await richServer(), { token })).not.toBe('nobody')
  }).sees('only-first-two-service-account-issuers-accepted')

  refuses('a token of an issuer that is not listed', async () => {
    const iss = 'https://third-issuer.example'
    const token = signAgain(await issueFreshToken(await richServer()), keys.signing.privateKey, { iss })

    await expectUnauthenticated(await richServer(), { token })
  }).sees('any-service-account-issuer-accepted')
})

must('flag.service-account-issuer.no-uri', flagRow(flag, 'not a valid URI'), () => {
  says('With an issuer that is not a valid URI, tokens are issued, but issuer discovery stays off.')
  test(
    {
      title: 'tokens are issued for an issuer that is not a URI',
      id: 'an issuer that is no URI issues tokens',
    },
    async (check) => {
      check.needs('token-request')
      const token = await issueFreshToken(await serverWithoutLists())

      expect(decodeToken(token).claims.iss).toBe(plainIssuer)
      expect(await identity(await serverWithoutLists(), { token })).not.toBe('nobody')
    },
  ).sees('issuer-without-url-refused')

  test(
    {
      title: 'an issuer that is not a URI has no discovery document',
      id: 'an issuer that is no URI is not described',
    },
    async () => {
      const { status } = await (await serverWithoutLists()).request({ path: discovery })

      expect(status).toBeGreaterThanOrEqual(400)
    },
  ).sees('discovery-for-issuer-without-url')
})
