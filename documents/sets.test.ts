import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCatalogue } from '#harness/cli/catalogue/list.ts'
import { setDifferences, setOf, type StandardSet } from '#harness/standard/sets.ts'
import { outline } from './documents.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const setsFolder = `${root}documents/sets/`
const standardSets = readdirSync(setsFolder).map(
  (name) => JSON.parse(readFileSync(`${setsFolder}${name}`, 'utf8')) as StandardSet,
)
const collectLimitMs = 60_000

// Ids never change, so a newer version can always test an older set.
test(
  'every rule and row of a frozen set still exists',
  async () => {
    const suitesDir = `${root}dist/suites`
    const { rules } = await readCatalogue({ name: 'orch-conformance', root, suitesDir, outline })
    const presentSet = setOf('present', outline(), rules.values())

    expect(standardSets.map(({ name }) => name)).toContain('2026-12')
    for (const set of standardSets) {
      const { rows, rules: ruleChanges } = setDifferences(set, presentSet)
      expect([...rows.removed, ...ruleChanges.removed]).toEqual([])
    }
  },
  collectLimitMs,
)
