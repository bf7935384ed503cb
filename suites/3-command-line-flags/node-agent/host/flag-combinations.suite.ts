import { accepts, refuses, rulesOf, says } from '#kit'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { loggingSets } from './logging-sets.ts'
import { memorySets } from './memory-sets.ts'
import { otherFlagSets } from './other-sets.ts'
import { reservations } from './reservation-sets.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })

const flagSets = [...reservations, ...memorySets, ...loggingSets, ...otherFlagSets]

for (const { id, flag, aspect, says: sentence, acceptedFlags, refusedCases } of flagSets) {
  must(id, flagRow(flag, aspect), () => {
    says(sentence)
    accepts({ title: 'a valid combination of flags', id: 'what goes together' }, () =>
      expectAgentAccepted({ flags: acceptedFlags }),
    )

    refuses
      .for(refusedCases)('%s', ({ flags, subject }) => expectAgentRefusal({ flags }, subject))
      .sees(({ fault }) => fault)
  })
}
