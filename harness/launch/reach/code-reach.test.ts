import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { coverageVariables } from './code-reach.ts'
import { readUses, recordUse, removeRecords } from './uses.ts'

const outDir = mkdtempSync(join(tmpdir(), 'code-reach-'))
afterAll(() => rmSync(outDir, { recursive: true, force: true }))

test('each start has a separate folder, only in a run that records', () => {
  const folder = join(outDir, 'reach', 'starts', 'apiserver-1')

  expect(coverageVariables({ outDir }, '/tmp/run/apiserver-1')).toEqual({})
  expect(coverageVariables({ outDir, codeReach: true }, '/tmp/run/apiserver-1')).toEqual({
    GOCOVERDIR: folder,
    NODE_V8_COVERAGE: folder,
  })
  expect(existsSync(folder)).toBe(true)
})

test('the starts of each check are read as they were recorded, until the records are removed', () => {
  const uses = [{ check: 'a.b/c', starts: ['apiserver-1', 'node-agent-2'] }]
  for (const use of uses) recordUse({ outDir, codeReach: true }, use)

  expect(readUses(outDir)).toEqual(uses)
  removeRecords(outDir)
  expect([readUses(outDir), existsSync(join(outDir, 'reach'))]).toEqual([[], false])
})
