import { expect, test } from 'vitest'
import { unusedQuirks } from '../testing/unused-quirks.ts'
import { apiServerFaults } from './faults.ts'
import { apiServerFreedoms } from './freedoms.ts'

// Names from the flag table and similar lists are templates in the code.
const fromTemplates = [
  /^(help-|type-unchecked-|value-refused-|values-unchecked-|legal-value-refused-|log-buffer-suffix-refused-|signing-algorithm-refused-)/,
  /-other-version-accepted$|-beside-file-accepted$|-at-own-version-accepted$|-with-own-version-named-accepted$|^(iat|sub)-claim-required$/,
  /^(aescbc|aesgcm|secretbox)-(key|keys|second|later|stores|nonce)-/,
  /^provider-\w+-refused$/,
  /-wildcard-(in-list|between-entries)-accepted$/,
  /^etcd-(compaction|count|db|healthcheck|readycheck)-/,
  /^audit-(log|webhook)-/,
  /^plugin-(off|on|not)-/,
  /^(not-ready|unreachable)-toleration-/,
  /-v1alpha1-unchecked$/,
  /^egress-(name|protocol|uds-for|transport-missing-for|not-used-for)-/,
]

test('every listed fault and freedom is used in the code', () => {
  const quirks = { ...apiServerFaults, ...apiServerFreedoms }

  expect(unusedQuirks('apiserver', quirks, fromTemplates)).toEqual([])
})
