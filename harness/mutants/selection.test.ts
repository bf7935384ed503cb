import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseMutants } from './selection.ts'

const mutants = Array.from({ length: 40 }, (_, at) => ({ id: String(at), file: at < 5 ? 'a.ts' : 'b.ts' }))
const ids = (
  choice: Omit<Parameters<typeof chooseMutants>[2], 'seed'> & { seed?: number },
  root = '/',
): string[] => chooseMutants(root, mutants, { seed: 1, ...choice }).mutants.map(({ id }) => id)

test('the order of two mutants under a seed does not depend on other mutants', () => {
  expect(ids({})).toEqual(ids({}))
  expect(ids({ seed: 2 })).not.toEqual(ids({}))
  const fewIds = chooseMutants('/', mutants.slice(10), { seed: 1 }).mutants.map(({ id }) => id)
  expect(fewIds).toEqual(ids({}).filter((id) => Number(id) >= 10))
})

test('every mutant is in one share', () => {
  const shares = [1, 2, 3].flatMap((index) => ids({ share: { index, of: 3 } }))

  expect(shares.toSorted((a, b) => Number(a) - Number(b))).toEqual(mutants.map(({ id }) => id))
})

test('--at-most limits the number of drawn mutants', () => {
  expect(ids({ atMost: 7 })).toEqual(ids({}).slice(0, 7))
})

test('named mutants are chosen alone', () => {
  expect(ids({ mutant: ['3', '30'] })).toEqual(['3', '30'])
})

test('mutants of changed files come first, followed by a share of the other mutants', () => {
  const root = mkdtempSync(join(tmpdir(), 'changed-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      stdio: 'ignore',
    })
  git('init', '-b', 'main')
  for (const name of ['a.ts', 'b.ts']) writeFileSync(join(root, name), '1\n')
  git('add', '.')
  git('commit', '-m', 'one')
  git('commit', '--allow-empty', '-m', 'two')
  writeFileSync(join(root, 'a.ts'), '2\n')

  const chosenIds = ids({ changed: true, atMost: 3, share: { index: 1, of: 10 } }, root)

  expect(chosenIds.slice(0, 3).every((id) => Number(id) < 5)).toBe(true)
  expect(chosenIds.slice(3)).toEqual(
    ids({ share: { index: 1, of: 10 } }).filter((id) => !chosenIds.slice(0, 3).includes(id)),
  )
  expect(ids({ changed: true }, root)).toHaveLength(5)
})
