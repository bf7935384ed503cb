import { accepts, currentCheck, expectReady, rulesOf, says } from '#kit'
import { presentFlags } from '#kit/launch.ts'
import { sharedOutcome } from '../../../shared/api-server.ts'
import { plainRows } from '../../../shared/flags/subjects.ts'
import { legalFlags } from '#documents/flags.ts'
import { rowRules } from '../../../shared/flags/flag-rules.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true })

const startWithAllFlags = sharedOutcome(() => ({
  flags: presentFlags(currentCheck().dialect, 'apiserver', legalFlags(plainRows)),
}))

must('flags.types.accepted', flagRow('--vmodule', 'value'), () => {
  says('The flags take values of their documented types.')
  accepts(
    { title: 'each flag with a value of its type', id: 'a value of its type for each flag' },
    async () => {
      expectReady(await startWithAllFlags())
    },
  ).sees('vmodule-refused')
})

rowRules(plainRows, startWithAllFlags)
