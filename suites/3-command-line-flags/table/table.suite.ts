import { rule, test } from '#harness/check/rule.ts'
import { expectAccepted } from '../../fixtures/api-server.ts'
import { flagRow, helpRule, typeRule } from '../flag-rules.ts'
import { auditRows } from './audit-rows.ts'
import { clusterRows } from './cluster-rows.ts'
import { programRows } from './program-rows.ts'
import { servingRows } from './serving-rows.ts'
import { storageRows } from './storage-rows.ts'
import { wrongValues } from './wrong-values.ts'

const rows = [...servingRows, ...storageRows, ...clusterRows, ...programRows, ...auditRows]
const typed = 'accepts a value of its type for each flag'

rule(
  {
    id: 'flags.types.accepted',
    level: 'MUST',
    says: 'The flags take values of their documented types.',
    source: flagRow('--vmodule', 'value'),
    overlaps: true,
    faults: { 'vmodule-refused': [typed], 'log-buffer-suffix-refused-none': [typed] },
  },
  () => {
    test(typed, async () => {
      const legal = rows.flatMap(({ flag, legal }) => (legal === undefined ? [] : [[flag, legal] as const]))
      await expectAccepted({ flags: Object.fromEntries(legal) })
    })
  },
)

for (const { legal: _, ...row } of rows) {
  helpRule(row)
  const values = wrongValues[row.type]
  if (values === undefined) continue
  typeRule({
    ...row,
    values,
    twin: 'flags.types.accepted/accepts-a-value-of-its-type-for-each-flag',
    // A gate's value is refused in the name of the gate.
    ...(row.flag === '--feature-gates' && { about: 'LoggingAlphaOptions' }),
  })
}
