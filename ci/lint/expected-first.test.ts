import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function violationCount(code: string): number {
  const [file, config] = ['case.ts', 'config.json'].map((name) => join(folder, name))
  writeFileSync(file ?? '', `${code}\n`)
  writeFileSync(
    config ?? '',
    JSON.stringify({
      jsPlugins: [join(root, 'ci/lint/expected-first.mjs')],
      categories: { correctness: 'off' },
      rules: { 'expected/actual-first': 'error' },
    }),
  )
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['-c', config ?? '', '--format', 'json', file ?? ''], {
    encoding: 'utf8',
  })
  return (JSON.parse(stdout) as { readonly diagnostics: readonly unknown[] }).diagnostics.length
}

test.for([
  ['expect(401).toBe(status)', 1],
  ['expect([401, 403]).toContain(status)', 1],
  ["expect([origin, '*']).toContain(seen)", 1],
  ["expect({ a: [1, -2], b: undefined }, 'what').toEqual(seen)", 1],
  ['expect(`text`).toBe(seen)', 1],
  ['expect(status).toBe(401)', 0],
  ['expect(status).toBeOneOf([401, 403])', 0],
  ['expect([one, 2]).toEqual([1, 2])', 0],
  ['expect(allowed).toContain(seen)', 0],
  ['expect([...seen]).toEqual([1])', 0],
] as const)('the linter reports for %s this number of violations: %s', ([code, faults]) => {
  expect(violationCount(code)).toBe(faults)
})
