import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { document1 } from './document-1.ts'
import { document3 } from './document-3.ts'
import { type Placed, unaccounted } from './outline.ts'

const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))

test('every row and sentence of the areas that are done is checked, UNSPECIFIED or excluded', () => {
  const rules = JSON.parse(
    execFileSync(process.execPath, [cli, 'list', '--json'], { encoding: 'utf8' }),
  ) as Placed[]

  const areas = [
    'every kind',
    'authentication',
    'authorization',
    'encryption',
    'encryption by plugins',
    'egress',
    'tracing',
    'admission',
  ]
  const flagAreas = [
    'authentication',
    'authorization',
    'encryption',
    'flags',
    'lifecycle',
    'admission',
    'storage',
  ]
  expect(unaccounted(document1, areas, rules)).toEqual([])
  expect(unaccounted(document3, flagAreas, rules)).toEqual([])
})

test('a row without a rule is named', () => {
  const outline = { document: 1, areas: { a: { Kinds: ['One', 'Two'] } } } as const
  const source = { document: 1, section: 'Kinds', row: 'One: its versions' }

  expect(unaccounted(outline, ['a'], [{ source }])).toEqual(['document 1, Kinds, Two'])
})
