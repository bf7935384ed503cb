import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { balanced, settle } from '../../../shared/audit/ledger.ts'
import type { Audited } from '../../../shared/audit/world.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { Arrivals, type Family } from './arrivals.ts'
import { sendScript } from './script.ts'
import { withoutTruncation } from './default-truncation.ts'

const arrivedWithinMs = 12_000
const version = 'audit.orch.io/v1'

/** What is recorded at either place by a server that was told little. */
export function recordingRules(world: () => Promise<Audited>, family: Family): void {
  rule(
    {
      id: `flag.audit-${family}-version.default`,
      level: 'MUST',
      says: 'Events are serialized with the group and version audit.orch.io/v1 unless the flag says otherwise.',
      source: flagRow(`--audit-${family}-version`, 'default'),
      capability: 'audit-events',
    },
    () => {
      test('events bear the group and version', async () => {
        const { log, receiver } = await world()
        const versions =
          family === 'log'
            ? log.events().map(({ apiVersion }) => apiVersion)
            : receiver.batches.map(({ apiVersion }) => apiVersion)

        expect([...new Set(versions)]).toEqual([targetDialect().text(version)])
      }).sees(`audit-${family}-version-missing`)
    },
  )

  withoutTruncation(world, family)

  rule(
    {
      id: `audit.events.${family}-complete`,
      level: 'MUST',
      says: `Each stage of each request that the policy selects is recorded to the ${family}, none twice.`,
      source: { document: 3, section: 'Events', rows: ['audit backends and modes'], aspect: family },
      capability: 'audit-events',
    },
    () => {
      test('a ledger of many requests holds', async () => {
        const { server, log, receiver } = await world()
        const expected = await sendScript(server, family)
        const events = () => (family === 'log' ? log.events() : receiver.events)
        const arrivals = new Arrivals(await world(), [])
        await arrivals.until(() => settle(expected, events()).lost.length === 0, arrivedWithinMs / 2)

        expect(expected.length, 'requests').toBeGreaterThan(0)
        expect(settle(expected, events())).toEqual(balanced)
      }).sees(`audit-${family}-event-lost`, `audit-${family}-event-twice`)
    },
  )
}
