import { expect, refuses, rulesOf, says, test } from '#kit'
import { authenticated, type TokenReview, wrongVersion } from '#mocks/token-webhook/index.ts'
import { expectRefusal } from '../../../shared/api-server.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { expectIdentity, expectUnauthenticated, identity } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  client,
  createFreshToken,
  longTtlFixture,
  shortTtlFixture,
  type TokenWebhookFixture,
  user,
} from './fixture.ts'

const { must } = rulesOf()

const version = '--authentication-token-webhook-version'
const configFile = '--authentication-token-webhook-config-file'

const { host } = shortTtlFixture
must('flag.authentication-token-webhook-config-file.asked', flagRow(configFile), () => {
  says(
    'Bearer tokens are sent to the webhook of the file, with the credentials of the file, and its response decides.',
  )
  test(
    {
      title: 'a token that the webhook accepts identifies the user of its response',
      id: 'a token that the webhook knows is the user of its answer',
    },
    async () => {
      const token = createFreshToken()
      ;(await host()).know(token, user)

      const callerIdentity = await identity(await shortTtlFixture.server(), { token })
      expect(callerIdentity).toMatchObject({
        ...user,
        groups: expect.arrayContaining(['crew', 'cooks']) as unknown,
      })
    },
  ).sees('token-webhook-uid-dropped')

  test(
    {
      title: 'the webhook is called with the credentials of the file',
      id: 'the webhook is asked with the credentials of the file',
    },
    async () => {
      const token = createFreshToken()
      ;(await host()).know(token, user)
      await expectIdentity(await shortTtlFixture.server(), { token }, { username: 'alice' })

      const [request] = (await host()).webhook('short').about(token).journal
      expect(request).toMatchObject({ path: '/short', client: { commonName: client, trusted: true } })
    },
  ).sees('client-config-certificate-not-shown')

  refuses(
    { title: 'a token that the webhook rejects', id: 'a token that the webhook does not know' },
    async () => {
      const token = createFreshToken()

      await expectUnauthenticated(await shortTtlFixture.server(), { token })
      expect((await host()).webhook('short').about(token).journal.length).toBeGreaterThan(0)
    },
  ).sees('token-webhook-refusal-ignored')

  refuses(
    {
      title: 'a token whose review names a user but states that the token is not authenticated',
      id: 'a token whose review names a user and states that it is not authenticated',
    },
    async () => {
      const token = createFreshToken()
      const review = (honest: TokenReview): TokenReview => {
        const { status, ...rest } = authenticated(user)(honest)
        return { ...rest, status: { ...status, authenticated: false } }
      }
      ;(await host()).webhook('short').about(token).answer({ review })

      await expectUnauthenticated(await shortTtlFixture.server(), { token })
      expect((await host()).webhook('short').about(token).journal.length).toBeGreaterThan(0)
    },
  ).sees('token-webhook-user-beats-refusal')
})

must('flag.authentication-token-webhook-version.exchanged', flagRow(version), () => {
  says('TokenReview is exchanged in the version of the flag, v1beta1 without it.')
  const tokenReviewOf = async ({ name, server }: TokenWebhookFixture): Promise<TokenReview | undefined> => {
    const token = createFreshToken()
    ;(await host()).know(token, user)
    await expectIdentity(await server(), { token }, { username: 'alice' })
    return (await host()).webhook(name).about(token).journal[0]?.review
  }
  const apiVersion = (of: string): string => `authentication.${targetDialect().groupDomain}/${of}`
  const expectOtherVersionRejected = async ({ name, server }: TokenWebhookFixture): Promise<void> => {
    const token = createFreshToken()
    const review = (honest: TokenReview) => wrongVersion(authenticated(user)(honest))
    ;(await host()).webhook(name).about(token).answer({ review })
    await expectUnauthenticated(await server(), { token })
    expect((await host()).webhook(name).about(token).journal.length).toBeGreaterThan(0)
  }

  test(
    { title: 'reviews have version v1beta1 without the flag', id: 'v1beta1 is exchanged without the flag' },
    async () => {
      expect(await tokenReviewOf(shortTtlFixture)).toMatchObject({
        kind: 'TokenReview',
        apiVersion: apiVersion('v1beta1'),
      })
    },
  ).sees('token-webhook-version-default-v1')

  test(
    { title: 'reviews have version v1 if the flag is v1', id: 'v1 is exchanged where the flag says so' },
    async () => {
      expect(await tokenReviewOf(longTtlFixture)).toMatchObject({
        kind: 'TokenReview',
        apiVersion: apiVersion('v1'),
      })
    },
  ).sees('token-webhook-version-ignored')

  refuses(
    { title: 'a response of version v1 without the flag', id: 'an answer of version v1 without the flag' },
    async () => {
      await expectOtherVersionRejected(shortTtlFixture)
    },
  ).sees('token-webhook-answer-version-unchecked')

  refuses(
    {
      title: 'a response of version v1beta1 if the flag is v1',
      id: 'an answer of version v1beta1 where the flag says v1',
    },
    async () => {
      await expectOtherVersionRejected(longTtlFixture)
    },
  ).sees('token-webhook-answer-version-unchecked')

  refuses(
    { title: 'a version of TokenReview that does not exist', id: 'a version that does not exist' },
    async () => {
      const config = clientConfigFile('unasked', (await host()).webhook('unasked').clientConfig())
      await expectRefusal({ flags: { [configFile]: config, [version]: 'v99' } }, 'version')
    },
  ).sees('token-webhook-version-unchecked')
})
