import { expect, test } from 'vitest'
import { managerFreedoms } from '../manager/freedoms.ts'
import { unusedQuirks } from '../testing/unused-quirks.ts'
import { cloudManagerFaults } from './faults.ts'

test('every listed fault and freedom is used in the code', () => {
  const quirks = { ...cloudManagerFaults, ...managerFreedoms }

  expect(unusedQuirks('cloud-controller-manager', quirks, [/^field-ignored-/])).toEqual([])
})
