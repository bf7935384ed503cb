import { currentCheck } from '#harness/check/context.ts'
import { expectReady } from '#harness/check/launching.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { presentFlags } from '#harness/dialect/lacks.ts'
import { sharedOutcome } from '../../../shared/api-server.ts'
import { flagRow, helpRule, typeRule, typeTwin } from '../../../shared/flags/flag-rules.ts'
import { auditRows } from './audit-rows.ts'
import { clusterRows } from './cluster-rows.ts'
import { programRows } from './program-rows.ts'
import { servingRows } from './serving-rows.ts'
import { storageRows } from './storage-rows.ts'
import { wrongValues } from '../../../shared/flags/wrong-values.ts'

const { must } = rulesOf({ overlaps: true })

const rows = [...servingRows, ...storageRows, ...clusterRows, ...programRows, ...auditRows]

const together = sharedOutcome(() => {
  const { dialect } = currentCheck()
  const legal = rows.flatMap(({ flag, legal }) => (legal === undefined ? [] : [[flag, legal] as const]))
  return { flags: presentFlags(dialect, 'apiserver', Object.fromEntries(legal)) }
})
// What a fault of the reference refuses.
const refusedBy: Readonly<Record<string, string>> = {
  '--vmodule': 'vmodule-refused',
  '--log-text-info-buffer-size': 'log-buffer-suffix-refused-none',
}

must('flags.types.accepted', flagRow('--vmodule', 'value'), () => {
  says('The flags take values of their documented types.')
  test('accepts a value of its type for each flag', async () => {
    expectReady(await together())
  }).sees('vmodule-refused')
})

for (const { legal, beside, ...row } of rows) {
  helpRule(row)
  const values = wrongValues[row.type]
  if (values === undefined) continue
  const fault = refusedBy[row.flag]
  const isUsual = row.flag === '--secure-port'
  typeRule({
    ...row,
    values,
    accepted:
      legal === undefined && !isUsual
        ? typeTwin('--secure-port')
        : { value: legal, together, ...(fault !== undefined && { sees: [fault] }) },
    ...(beside && { beside: () => ({ flags: beside }) }),
    // A gate's value is refused in the name of the gate.
    ...(row.flag === '--feature-gates' && { about: 'LoggingAlphaOptions' }),
  })
}
