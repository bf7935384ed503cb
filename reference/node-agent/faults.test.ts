import { expect, test } from 'vitest'
import { unusedQuirks } from '../testing/unused-quirks.ts'
import { agentFaults } from './faults.ts'
import { agentFreedoms } from './freedoms.ts'

// Names generated from the tables of flags and gates.
const fromTemplates = [
  /^(help-|type-unchecked-|value-refused-|values-unchecked-|legal-value-refused-)/,
  /^(default-not-effective|file-ignored|drop-in-ignored|flag-loses)-/,
  /^(system|orch)-reserved-(?:compressible-)?(without-cgroup|name-unchecked|ignored)$/,
  /^(allow|deny)-ttl-(ignored|cut-short)$/,
  /^(file|url|api)-(changes-ignored|pods-put-back-not-run)$/,
  /-without-gate$/,
  /^signal-ignored-/,
  /^gate-(omitted|stage-wrong|default-wrong|not-default|stuck)-/,
]

test('every listed fault and freedom is used in the code', () => {
  const quirks = { ...agentFaults, ...agentFreedoms }

  expect(unusedQuirks('node-agent', quirks, fromTemplates)).toEqual([])
})
