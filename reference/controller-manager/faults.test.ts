import { expect, test } from 'vitest'
import { controllerFreedoms, managerFreedoms } from '../manager/freedoms.ts'
import { unusedQuirks } from '../testing/unused-quirks.ts'
import { controllerManagerFaults } from './faults.ts'

// Names of faults that are generated from the table of fields.
const fromTemplates = [/^field-ignored-/, /^field-default-differs-/]

test('every listed fault and freedom is used in the code', () => {
  const quirks = { ...controllerManagerFaults, ...managerFreedoms, ...controllerFreedoms }

  expect(unusedQuirks('controller-manager', quirks, fromTemplates)).toEqual([])
})
