import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const built = (path: string): string => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url))

// The catalogue is read off the built suites by an engine of its own, which needs a process of its own.
const printClaims = `
  import { readCatalogue } from ${JSON.stringify(built('harness/cli/list.js'))}
  import { claimsOf } from ${JSON.stringify(built('harness/prove/matrix.js'))}
  const catalogue = await readCatalogue({ suitesDir: ${JSON.stringify(built('suites'))}, outline: () => [] })
  process.stdout.write(JSON.stringify([...claimsOf(catalogue).keys()]))
`

function json(...args: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as unknown
}

// What the reference makes from its flag table.
const perFlag =
  /^(help-(omits|type-wrong|default-wrong)|type-unchecked|values-unchecked|legal-value-refused)-/

test('every fault of a single flag is claimed by a check', { timeout: 60_000 }, () => {
  const faults = json(built('reference/orch-apiserver.js'), '--list-faults') as { name: string }[]
  const claimed = new Set(json('--input-type=module', '-e', printClaims) as string[])
  const names = faults.map(({ name }) => name).filter((name) => perFlag.test(name))

  expect(names.length).toBeGreaterThan(400)
  expect(names.filter((name) => !claimed.has(name))).toEqual([])
})
