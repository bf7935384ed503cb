import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiServerFaults } from './faults.ts'
import { apiServerFreedoms } from './freedoms.ts'

const reference = fileURLToPath(new URL('..', import.meta.url))
const lists = /\/faults\/|\/(faults|freedoms)\.ts$|\.test\.ts$|\/generated\//

function sources(): string {
  return readdirSync(reference, { recursive: true, encoding: 'utf8' })
    .map((name) => join(reference, name))
    .filter((name) => name.endsWith('.ts') && !lists.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
}

// Names made from the flag table and the like stand in the code as templates.
const generated =
  /^(help-|type-unchecked-|values-unchecked-|legal-value-refused-|log-buffer-suffix-refused-|signing-algorithm-refused-)|-other-version-accepted$|-beside-file-accepted$|-at-own-version-accepted$|^(iat|sub)-claim-required$/

const fromTemplates = [
  /^(aescbc|aesgcm|secretbox)-(key|keys|second|later|stores|nonce)-/,
  /^provider-\w+-refused$/,
  /-wildcard-(in-list|between-entries)-accepted$/,
  /^etcd-(compaction|count|db|healthcheck|readycheck)-/,
  /^plugin-(off|on|not)-/,
  /^(not-ready|unreachable)-toleration-/,
  /^egress-(name|protocol|uds-for|transport-missing-for|not-used-for)-/,
]

test('every listed fault and freedom is asked for somewhere', () => {
  const code = sources()
  const names = [...Object.keys(apiServerFaults), ...Object.keys(apiServerFreedoms)]
  const unused = names.filter(
    (name) =>
      !generated.test(name) && !fromTemplates.some((form) => form.test(name)) && !code.includes(`'${name}'`),
  )

  expect(unused).toEqual([])
})
