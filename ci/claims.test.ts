import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { proofIn, proofName } from '#harness/engine/proof.ts'
import { readCollection } from '#harness/engine/collected.ts'
import { proofText } from '#harness/prove/update.ts'
import { faultId } from '#harness/prove/matrix.ts'
import { judgedRoles, programs } from '#harness/roles.ts'

const builtPath = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url))

// The catalogue of the built suites is read by a separate engine, which needs a separate process.
const claimsScript = `
  import { readCatalogue } from ${JSON.stringify(builtPath('harness/cli/catalogue/list.js'))}
  import { claimsOf } from ${JSON.stringify(builtPath('harness/prove/matrix.js'))}
  const catalogue = await readCatalogue({ suitesDir: ${JSON.stringify(builtPath('suites'))}, outline: () => [] })
  process.stdout.write(JSON.stringify([...claimsOf(catalogue).keys()]))
`

function runForJson(...args: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as unknown
}

test('the reference has every fault that a check claims, and every fault is claimed', {
  timeout: 60_000,
}, () => {
  const claimedFaults = runForJson('--input-type=module', '-e', claimsScript) as string[]
  const listedFaults = judgedRoles.flatMap((role) =>
    (runForJson(builtPath(`reference/${programs[role].file}.js`), '--list-faults') as { name: string }[]).map(
      ({ name }) => faultId(role, name),
    ),
  )

  expect(listedFaults.length).toBeGreaterThan(3_000)
  expect(claimedFaults.filter((name) => !listedFaults.includes(name))).toEqual([])
  expect(listedFaults.filter((name) => !claimedFaults.includes(name))).toEqual([])
})

test('each proof has the format of prove --update, and lists only checks of its folder with faults that these checks do not claim', () => {
  const collection = readCollection(builtPath('suites')) ?? []
  const suites = fileURLToPath(new URL('../suites', import.meta.url))
  const folders = new Set(collection.map(({ module }) => dirname(module)))
  const namesOf = (folder: string): Map<string | undefined, readonly string[]> =>
    new Map(
      collection
        .filter(({ module }) => dirname(module) === folder)
        .map(({ check, sees = [] }) => [check?.id, sees]),
    )
  const defects = [...folders].flatMap((folder) => {
    const file = join(suites, folder, proofName)
    if (!existsSync(file)) return []
    const proof = proofIn(join(suites, folder))
    const names = namesOf(folder)
    const misplaced = Object.entries(proof).filter(
      ([id, faults]) => names.get(id)?.every((name) => !faults.includes(name)) !== true,
    )
    const isWritten = readFileSync(file, 'utf8') === proofText(proof)
    return [...misplaced.map(([id]) => `${folder}: ${id}`), ...(isWritten ? [] : [`${folder}: its form`])]
  })

  expect(folders.size).toBeGreaterThan(10)
  expect(defects).toEqual([])
})

test('the id of a rule consists of names of letters, digits and hyphens, separated by dots', () => {
  const ids = (readCollection(builtPath('suites')) ?? []).map(({ rule }) => rule.id)

  expect(ids.length).toBeGreaterThan(2_000)
  expect(ids.filter((id) => !/^[a-z0-9]+(?:[.-][A-Za-z0-9]+)*$/.test(id))).toEqual([])
})
