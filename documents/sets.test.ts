import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCatalogue } from '#harness/cli/list.ts'
import { setDifferences, setOf, type StandardSet } from '#harness/standard/sets.ts'
import { outline } from './documents.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = `${root}documents/sets/`
const sets = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as StandardSet,
)
const collectingMs = 60_000

// Ids never change, so a newer version can always test an older set.
test(
  'every rule and row of a frozen set still exists',
  async () => {
    const suitesDir = `${root}dist/suites`
    const { rules } = await readCatalogue({ name: 'orch-conformance', root, suitesDir, outline })
    const present = setOf('present', outline(), rules.values())

    expect(sets.map(({ name }) => name)).toContain('2026-12')
    for (const set of sets) {
      const { rows, rules: changed } = setDifferences(set, present)
      expect([...rows.removed, ...changed.removed]).toEqual([])
    }
  },
  collectingMs,
)
