import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { fail, type KmsAnswers, onEveryCall, unhealthy } from '#mocks/kms-plugin/index.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'
import { comesTrue } from '#harness/machine/until.ts'

const { unspecified } = rulesOf({ document: 1, section: 'Endpoints' })

const locked = fail('UNAVAILABLE', 'the key store is locked')

/** Declares the rule for the health of a server with unhealthy plugins. */
export function health(server: EncryptedServer, v1: KmsUse, newer: KmsUse): void {
  unspecified('kms.failures.health', { row: 'KMS provider', aspect: 'health' }, () => {
    says('Unspecified: whether the health of the server depends on that of its plugins.')
    test(
      {
        title: 'the report of the server about a plugin of version 1 that fails is recorded',
        id: 'what the server says of a plugin of version 1 that fails is recorded',
      },
      async (check) => {
        const answers = await healthBeside(server, v1, onEveryCall(locked))
        check.observe('answers within 3 s', answers)
      },
    )

    test(
      {
        title: 'the report of the server about a plugin of the newer version that is not well is recorded',
        id: 'what the server says of a plugin of the newer version that is not well is recorded',
      },
      async (check) => {
        check.observe('answers within 3 s', await healthBeside(server, newer, unhealthy()))
      },
    )
  })
}

// Servers may query a plugin rarely. This is the time that the checks can spare.
const noticedWithinMs = 3_000

/** Returns the status of each endpoint with such a plugin, once one has changed or the time is over. */
async function healthBeside(
  server: EncryptedServer,
  use: KmsUse,
  told: Partial<KmsAnswers>,
): Promise<Readonly<Record<string, number>>> {
  const plugin = await use.plugin()
  const api = await server.server()
  plugin.answer(told)
  const seen: Record<string, number> = {}
  await comesTrue(async () => {
    for (const path of ['/livez', '/readyz', '/healthz']) seen[path] = (await api.request({ path })).status
    return Object.values(seen).some((status) => status !== 200)
  }, noticedWithinMs)
  plugin.reset()
  return seen
}
