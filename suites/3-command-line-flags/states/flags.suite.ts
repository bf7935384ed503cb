import { accepts, expectReady, rulesOf, says } from '#kit'
import { sharedOutcome } from '../../shared/api-server.ts'
import { rowsOfSubject } from '../../shared/flags/subjects.ts'
import { legalFlags } from '#documents/flags.ts'
import { rowRules } from '../../shared/flags/flag-rules.ts'
import { flagRow } from '../../shared/flags/place.ts'

const lifecycleRows = rowsOfSubject('lifecycle')
const { must } = rulesOf()

const startWithAllFlags = sharedOutcome(() => ({ flags: legalFlags(lifecycleRows) }))

must('lifecycle.flags.accepted', flagRow('--livez-grace-period', 'value'), () => {
  says('The flags of the life cycle take values of their documented types.')
  accepts(
    { title: 'each flag with a value of its type', id: 'a value of its type for each flag' },
    async () => {
      expectReady(await startWithAllFlags())
    },
  ).sees('lifecycle-flags-refused')
})

rowRules(lifecycleRows, startWithAllFlags)
