import { rule, test } from '#harness/check/rule.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { flagRow } from '../table/rows.ts'
import { others } from './other-sets.ts'
import { reservations } from './reservation-sets.ts'

for (const { id, flag, aspect, says, accepted, refused } of [...reservations, ...others]) {
  rule(
    { id, level: 'MUST', says, source: flagRow(flag, aspect), program: 'node-agent', overlaps: true },
    () => {
      test('accepts what goes together', () => expectAgentAccepted({ flags: accepted }))

      test
        .for(refused)('refuses %s', ({ flags, about }) => expectAgentRefusal({ flags }, about))
        .sees(({ fault }) => fault)
    },
  )
}
