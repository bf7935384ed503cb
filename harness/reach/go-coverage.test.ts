import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addGoCoverage } from './go-coverage.ts'
import { ReachTable } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'go-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a stand-in for `covdata`, whose last argument names the file to write. */
function writeReader(name: string, script: string): string {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return join(folder, name)
}

test('coverage of a start is read from the profile that the tool writes', async () => {
  const table = new ReachTable(1)
  const tool = writeReader('writes', `printf 'mode: set\\nm/a.go:1.1,2.2 1 1\\n' > "\${3#-o=}"`)
  await addGoCoverage(tool, folder, 0, table)

  expect(table.written([[0]]).files).toEqual({
    'm/a.go': [
      ['1-2', 0],
      ['*', 0],
    ],
  })
})

test('coverage that the tool cannot read is an error that names its folder', async () => {
  const tool = writeReader('fails', 'echo "error: bad magic string" >&2; exit 1')

  await expect(addGoCoverage(tool, folder, 0, new ReachTable(1))).rejects.toThrow(
    `did not read the coverage in ${folder}`,
  )
})
