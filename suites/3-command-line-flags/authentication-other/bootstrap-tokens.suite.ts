import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { nowMs } from '#harness/clock.ts'
import { until } from '#harness/until.ts'
import { sharedServer } from '../../fixtures/api-server.ts'
import { expectNobody, identity } from '../../fixtures/identity.ts'
import { createObject } from '../../fixtures/objects.ts'
import { untilMoment } from '../../fixtures/moments.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--enable-bootstrap-token-auth'
const enabled = sharedServer(() => ({ flags: { [flag]: true, '--anonymous-auth': false } }))
const byDefault = sharedServer(() => ({ flags: { '--anonymous-auth': false } }))

// Servers watch secrets, so a new one counts a moment after it was made.
const seenWithinMs = 15_000
const unseenAfterMs = 1_500

let tokens = 0

/** Makes a secret that holds a fresh bootstrap token, and gives the token. */
async function bootstrapToken(
  server: ApiServer,
  { namespace = 'orch-system', type = 'bootstrap.orch.io/token' } = {},
): Promise<string> {
  const id = `token${++tokens}`.slice(-6)
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

rule(
  {
    id: 'flag.enable-bootstrap-token-auth.secrets',
    level: 'MUST',
    says: 'With the flag, secrets of type bootstrap.orch.io/token in namespace orch-system authenticate, and no others.',
    source: flagRow(flag),
    capability: 'bootstrap-secrets',
    faults: {
      'bootstrap-tokens-ignored': [
        'the token of a secret of that type in that namespace is accepted',
        'refuses a token whose second half is another',
        'refuses the token of a secret in another namespace',
        'refuses the token of a secret of another type',
      ],
      'bootstrap-secret-namespace-unchecked': ['refuses the token of a secret in another namespace'],
      'bootstrap-secret-type-unchecked': ['refuses the token of a secret of another type'],
      'bootstrap-token-secret-not-compared': ['refuses a token whose second half is another'],
    },
  },
  () => {
    test('the token of a secret of that type in that namespace is accepted', async () => {
      const server = await enabled()

      await untilAccepted(server, await bootstrapToken(server))
    })

    test('refuses a token whose second half is another', async () => {
      const server = await enabled()
      const token = await bootstrapToken(server)
      await untilAccepted(server, token)

      await expectNobody(server, { token: `${token.slice(0, -1)}0` })
    })

    const others = {
      'in another namespace': { namespace: 'default' },
      'of another type': { type: 'Opaque' },
    }

    test.for(others)('refuses the token of a secret %s', async (other) => {
      const server = await enabled()
      const token = await bootstrapToken(server, other)
      // What was made later is seen later.
      await untilAccepted(server, await bootstrapToken(server))

      await expectNobody(server, { token })
    })
  },
)

rule(
  {
    id: 'flag.enable-bootstrap-token-auth.off-by-default',
    level: 'MUST',
    says: 'Without the flag, no bootstrap token authenticates.',
    source: flagRow(flag, 'default'),
    capability: 'bootstrap-secrets',
    waits: true,
    twin: 'flag.enable-bootstrap-token-auth.secrets/the-token-of-a-secret-of-that-type-in-that-namespace-is-accepted',
    faults: { 'bootstrap-tokens-without-flag': ['refuses the token of a secret without the flag'] },
  },
  () => {
    test('refuses the token of a secret without the flag', async () => {
      const server = await byDefault()
      const token = await bootstrapToken(server)
      await untilMoment(nowMs() + unseenAfterMs, 'a server that watches secrets has seen it')

      await expectNobody(server, { token })
    })
  },
)
