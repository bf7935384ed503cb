import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error The steps of the build are JavaScript, because they run before the compilation.
import { ImportGraph } from './import-graph.mjs'

function writeCompiledModules(value: number): string {
  const dist = mkdtempSync(join(tmpdir(), 'import-graph-'))
  for (const folder of ['harness', 'suites']) mkdirSync(join(dist, folder))
  writeFileSync(join(dist, 'harness', 'value.js'), `export const value = ${value}\n`)
  writeFileSync(
    join(dist, 'suites', 'shared.js'),
    "export * from '#harness/value.ts'\nimport './one.suite.js'\n",
  )
  writeFileSync(join(dist, 'suites', 'one.suite.js'), "import { value } from './shared.js'\n")
  writeFileSync(join(dist, 'suites', 'two.suite.js'), "import { test } from 'vitest'\n")
  return dist
}

const fingerprint = (dist: string, file: string): string =>
  (new ImportGraph(dist) as { fingerprintOf(file: string): string }).fingerprintOf(file)

test('the fingerprint of a file changes with its direct and indirect imports only', () => {
  const [before, after] = [writeCompiledModules(1), writeCompiledModules(2)]

  expect(fingerprint(after, 'suites/one.suite.js')).not.toBe(fingerprint(before, 'suites/one.suite.js'))
  expect(fingerprint(after, 'suites/two.suite.js')).toBe(fingerprint(before, 'suites/two.suite.js'))
})
