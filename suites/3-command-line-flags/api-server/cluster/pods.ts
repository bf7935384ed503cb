import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { given, make, usual } from './worlds.ts'

let pods = 0

/** The status of the answer to a pod whose only container has these rights. */
async function statusOf(server: ApiServer, privileged: boolean): Promise<number> {
  pods += 1
  const securityContext = { privileged }
  const { status } = await make(server, '/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `rights-${pods}` },
    spec: { containers: [{ name: 'main', image: 'example.org/main:1', securityContext }] },
  })
  return status
}

/** Which rights containers may have. */
export function podRules(): void {
  rule(
    {
      id: 'flag.allow-privileged.containers',
      level: 'MUST',
      says: 'Privileged containers are allowed when the flag is true, and not without it.',
      source: flagRow('--allow-privileged', 'meaning'),
      capability: 'objects',
      judgedBy: 'behaviour',
      overlaps: true,
    },
    () => {
      test('accepts a privileged container where the flag allows it', async () => {
        expect(await statusOf(await given(), true)).toBe(201)
      }).sees('plugin-not-disabled-ServiceAccount', 'privileged-containers-never-allowed')

      test('refuses a privileged container without the flag', async () => {
        const server = await usual()
        const seen = { plain: await statusOf(server, false), privileged: await statusOf(server, true) }

        expect(seen.plain).toBe(201)
        expect(seen.privileged).toBeGreaterThanOrEqual(400)
      }).sees('plugin-not-disabled-ServiceAccount', 'privileged-containers-always-allowed')
    },
  )
}
