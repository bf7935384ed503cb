import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Rule } from '../catalogue.ts'
import type { DocumentPart } from '../outline.ts'
import { readSets, requireRules, setDifferences, findSet, setOf, summaryOf } from './sets.ts'

const documentPart: DocumentPart = {
  document: 1,
  section: 'S',
  row: 'a',
  program: 'apiserver',
  profile: 'apiserver-configuration',
}
const rule = (id: string, says = 'A.'): Pick<Rule, 'id' | 'level' | 'says' | 'source'> => ({
  id,
  level: 'MUST',
  says,
  source: { document: 1, section: 'S', rows: ['a'] },
})
const oldSet = setOf(
  '2026-12',
  [documentPart, { ...documentPart, row: 'b', of: 'T' }],
  [rule('one'), rule('two'), rule('doctor.x')],
)
const newSet = setOf(
  '2027-06',
  [documentPart, { ...documentPart, row: 'c' }],
  [rule('two', 'B.'), rule('three')],
)

test('a set has the rows, and the rules with their level and a digest, without the rules of the setup', () => {
  expect(oldSet.rows).toEqual({ '1 S': ['a', 'b of T'] })
  expect(oldSet.rules).toEqual({
    one: expect.stringMatching(/^M[0-9a-f]{6}$/),
    two: expect.stringMatching(/^M[0-9a-f]{6}$/),
  })
  expect(summaryOf(oldSet)).toEqual({ name: '2026-12', digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(summaryOf(oldSet).digest).not.toBe(summaryOf(newSet).digest)
})

test('setDifferences returns the rows and rules that were added, removed or changed', () => {
  expect(setDifferences(oldSet, newSet)).toEqual({
    rows: { added: ['1 S: c'], removed: ['1 S: b of T'] },
    rules: { added: ['three'], removed: ['one'], changed: ['two'] },
  })
  expect(Object.values(setDifferences(oldSet, oldSet)).flatMap((all) => Object.values(all).flat())).toEqual(
    [],
  )
})

test('findSet returns a set by its name, and requireRules rejects a catalogue without its rules', () => {
  expect(findSet([oldSet, newSet], '2026-12')).toBe(oldSet)
  expect(() => findSet([oldSet, newSet], '2025')).toThrow(
    'There is no set 2025 of the standard. The sets are: 2026-12, 2027-06.',
  )
  expect(() => requireRules(oldSet, new Map([['two', 1]]))).toThrow(
    'no longer tests all rules of the set 2026-12: one.',
  )
  expect(() => requireRules(oldSet, new Map(Object.entries(oldSet.rules)))).not.toThrow()
})

test('frozen sets are read in the order of their names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sets-'))
  for (const set of [newSet, oldSet])
    writeFileSync(join(folder, `${set.name}.json.br`), brotliCompressSync(JSON.stringify(set)))

  expect(readSets(folder)).toEqual([oldSet, newSet])
  expect(readSets(join(folder, 'none'))).toEqual([])
  rmSync(folder, { recursive: true })
})
