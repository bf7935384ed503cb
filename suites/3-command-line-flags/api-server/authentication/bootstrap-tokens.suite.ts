import { becomesTrue, expect, nowMs, refuses, rulesOf, says, seeing, test, until, untilMoment } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import { file } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { expectIdentity, expectUnauthenticated, identity } from '../identity.ts'
import { createObject } from '../../../shared/objects.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'
import { server } from './credential-server.ts'

const { must } = rulesOf({ capability: 'bootstrap-secrets' })

const flag = '--enable-bootstrap-token-auth'
// Token id of a static token that resembles a bootstrap token. A secret with this id is created later.
const sharedId = 'static'
const staticToken = `${sharedId}.fedcba9876543210`

// Long enough for a server to observe a new secret.
const seenWithinMs = 15_000
const minMs = 1_500
// Long enough for a server that caches the users of tokens for ten seconds.
const forgottenWithinMs = 20_000

let tokens = 0

/** Creates a secret with a new bootstrap token, and returns the token. */
async function bootstrapToken(
  server: ApiServer,
  { namespace = 'orch-system', type = 'bootstrap.orch.io/token', id = `token${++tokens}`.slice(-6) } = {},
): Promise<string> {
  const secret = '0123456789abcdef'
  await createObject(server, `/api/v1/namespaces/${namespace}/secrets`, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `bootstrap-token-${id}`, namespace },
    type,
    stringData: { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-authentication': 'true' },
  })
  return `${id}.${secret}`
}

async function untilAccepted(server: ApiServer, token: string): Promise<void> {
  await until(async () => (await identity(server, { token })) !== 'nobody', {
    withinMs: seenWithinMs,
    what: 'the bootstrap token was accepted',
  }).catch(() => {})
  expect(await identity(server, { token }), 'the bearer of a bootstrap token').not.toBe('nobody')
}

const withoutFlag = server

const serverWithTokens = sharedServer(() => ({
  flags: {
    [flag]: true,
    '--anonymous-auth': false,
    '--token-auth-file': file('tokens.csv', `${staticToken},alice,uid-1\n`, { verbatim: true }),
  },
}))

must('flag.enable-bootstrap-token-auth.secrets', flagRow(flag), () => {
  says(
    'With the flag, secrets of type bootstrap.orch.io/token in namespace orch-system authenticate, and no others.',
  )
  test(
    {
      title: 'the token of a bootstrap secret is accepted',
      id: 'the token of a secret of that type in that namespace is accepted',
    },
    async () => {
      const server = await serverWithTokens()

      await untilAccepted(server, await bootstrapToken(server))
    },
  ).sees('bootstrap-tokens-ignored')

  refuses(
    { title: 'a token with a wrong secret part', id: 'a token whose second half is another' },
    async () => {
      const server = await serverWithTokens()
      const token = await bootstrapToken(server)
      await untilAccepted(server, token)

      await expectUnauthenticated(server, { token: `${token.slice(0, -1)}0` })
    },
  ).sees('bootstrap-token-secret-not-compared')

  refuses(
    { title: 'a token with a suffix', id: 'a token with something behind its second half' },
    async () => {
      const server = await serverWithTokens()
      const token = await bootstrapToken(server)
      await untilAccepted(server, token)

      await expectUnauthenticated(server, { token: `${token}0` })
    },
  ).sees('bootstrap-token-suffix-accepted')

  const otherSecrets = {
    'in another namespace': seeing(['bootstrap-secret-namespace-unchecked'], { namespace: 'default' }),
    'of another type': seeing(['bootstrap-secret-type-unchecked'], { type: 'Opaque' }),
  }

  refuses.for(otherSecrets)('the token of a secret %s', async (other) => {
    const server = await serverWithTokens()
    const token = await bootstrapToken(server, other)
    // Servers observe secrets in the order of their creation.
    await untilAccepted(server, await bootstrapToken(server))

    await expectUnauthenticated(server, { token })
  })
})

must(
  'flag.enable-bootstrap-token-auth.off-by-default',
  {
    ...flagRow(flag, 'default'),
    waits: true,
    twin: 'flag.enable-bootstrap-token-auth.secrets/the-token-of-a-secret-of-that-type-in-that-namespace-is-accepted',
  },
  () => {
    says('Without the flag, no bootstrap token authenticates.')
    refuses('the token of a secret without the flag', async () => {
      // Measures the time in which a server with the flag observes a secret that is created at the same moment.
      const fromMs = nowMs()
      const watchingServer = await serverWithTokens()
      await untilAccepted(watchingServer, await bootstrapToken(watchingServer))
      const acceptedAfterMs = nowMs() - fromMs
      const server = await withoutFlag()
      const token = await bootstrapToken(server)
      const waitMs = Math.max(minMs, 3 * acceptedAfterMs)
      await untilMoment(nowMs() + waitMs, 'a server that watches secrets has seen it')

      await expectUnauthenticated(server, { token })
    }).sees('bootstrap-tokens-without-flag')
  },
)

const bootstrapSecret = (token: string): string =>
  `/api/v1/namespaces/orch-system/secrets/bootstrap-token-${token.split('.')[0]}`
const secretChanges: Readonly<Record<string, (server: ApiServer, path: string) => Promise<HttpAnswer>>> = {
  'was deleted': (server, path) => server.request({ method: 'DELETE', path }),
  'has another token now': (server, path) =>
    server.request({
      method: 'PATCH',
      path,
      headers: mergePatchHeaders,
      body: JSON.stringify({ stringData: { 'token-secret': 'fedcba9876543210' } }),
    }),
}

must('flag.enable-bootstrap-token-auth.later', { ...flagRow(flag, 'changed secrets'), waits: true }, () => {
  says('A token authenticates only as long as its secret is there and has it.')
  test
    .for(secretChanges)({ title: 'a token whose secret %s is refused', id: '%s' }, async (change) => {
      const server = await serverWithTokens()
      const token = await bootstrapToken(server)
      await untilAccepted(server, token)
      const { status } = await change(server, bootstrapSecret(token))
      const isForgotten = async () => (await identity(server, { token })) === 'nobody'

      expect(status, 'the status of the change').toBe(200)
      expect(await becomesTrue(isForgotten, forgottenWithinMs), 'the token is refused').toBe(true)
    })
    .sees('bootstrap-tokens-remembered')
})

must(
  'flag.token-auth-file.beside-bootstrap-tokens',
  flagRow('--token-auth-file', 'next to bootstrap tokens'),
  () => {
    says(
      'Tokens of the file and bootstrap tokens with the same prefix are different tokens: each identifies its own user.',
    )
    test(
      {
        title: 'a token of the file authenticates its user while a bootstrap token has the same id',
        id: 'a token of the file is known as its user beside a bootstrap token of the same id',
      },
      async (check) => {
        check.needs('token-file-csv')
        const server = await serverWithTokens()
        const token = await bootstrapToken(server, { id: sharedId })
        await untilAccepted(server, token)

        await expectIdentity(server, { token: staticToken }, { username: 'alice' })
        const callerIdentity = await identity(server, { token })
        expect(
          callerIdentity === 'nobody' ? callerIdentity : callerIdentity.username,
          'the user of the bootstrap token',
        ).not.toBe('alice')
      },
    ).sees('static-token-of-bootstrap-form-ignored')
  },
)
