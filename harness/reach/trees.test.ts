import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { changesBetween } from './trees.ts'

const folder = mkdtempSync(join(tmpdir(), 'trees-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeTree(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return join(folder, name)
}

test('only recorded files are compared between two trees', () => {
  const before = makeTree('before', {
    'src/auth.go': 'one\ntwo\nthree\n',
    'src/gone.go': 'gone\n',
    'src/same.go': 'same\n',
    'docs/auth.md': 'one\n',
    'node_modules/x/src/auth.go': 'one\n',
  })
  const after = makeTree('after', {
    'src/auth.go': 'one\n2\nthree\nfour\n',
    'src/same.go': 'same\n',
    'docs/auth.md': 'two\n',
    'node_modules/x/src/auth.go': 'two\n',
  })
  const names = ['acme.example/src/auth.go', 'acme.example/src/gone.go', 'acme.example/src/same.go']

  expect(changesBetween(before, after, names)).toEqual([
    {
      before: 'src/auth.go',
      after: 'src/auth.go',
      hunks: [
        { removed: new Map([[2, 'two']]), added: [{ after: 2, text: '2' }] },
        { removed: new Map(), added: [{ after: 3, text: 'four' }] },
      ],
    },
    { before: 'src/gone.go', after: undefined, hunks: [{ removed: new Map([[1, 'gone']]), added: [] }] },
  ])
})

test('a source tree that does not exist is a usage error', () => {
  expect(() => changesBetween(join(folder, 'none'), folder, [])).toThrow('cannot be read (ENOENT')
})
