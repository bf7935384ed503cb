import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Cut } from '../target/reproduction.ts'
import { applyCuts, cutDocument } from './cuts.ts'

const document = { kind: 'K', jwt: [{ a: 1 }, { b: 2 }, { c: 3, d: 4 }] }

test.for<[string, Cut, unknown]>([
  ['entries', { cuts: 'entries', file: 'f', at: '/jwt', of: 3, keep: [1] }, { kind: 'K', jwt: [{ b: 2 }] }],
  [
    'entries of a list of another length',
    { cuts: 'entries', file: 'f', at: '/jwt', of: 4, keep: [1] },
    document,
  ],
  [
    'a member',
    { cuts: 'member', file: 'f', at: '/jwt/2/c' },
    { ...document, jwt: [{ a: 1 }, { b: 2 }, { d: 4 }] },
  ],
  ['a missing member', { cuts: 'member', file: 'f', at: '/other/x' }, document],
])('a cut of %s leaves the rest of the document', ([, cut, left]) => {
  expect(cutDocument(document, cut)).toEqual(left)
})

test('a start without its cut flags and entries has only the files that are still referenced', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cuts-'))
  const path = (name: string): string => join(directory, name)
  const hooks = ['one', 'two'].map((name) => ({ file: path(`${name}.yaml`) }))
  writeFileSync(path('config.yaml'), stringify({ hooks }))
  for (const name of ['one.yaml', 'two.yaml', 'beside.txt']) writeFileSync(path(name), 'kind: Config\n')
  const cuts: Cut[] = [
    { cuts: 'entries', file: 'config.yaml', at: '/hooks', of: 2, keep: [1] },
    { cuts: 'flag', flag: '--port' },
  ]

  expect(applyCuts(cuts, directory, ['program', `--config=${path('config.yaml')}`, '--port=1'])).toEqual([
    'program',
    `--config=${path('config.yaml')}`,
  ])
  expect(parse(readFileSync(path('config.yaml'), 'utf8'))).toEqual({ hooks: [hooks[1]] })
  expect(readdirSync(directory).sort()).toEqual(['beside.txt', 'config.yaml', 'two.yaml'])
  rmSync(directory, { recursive: true })
})
