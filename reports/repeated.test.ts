import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compareRepeats } from '#harness/run/repeated.ts'
import { files, textOf } from './formats/index.ts'
import { greenEvents } from './testing/sample-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'repeated-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const events = greenEvents()
const boundPattern =
  /3 runs of \d+ checks: 0 changed their verdicts. With 95 % confidence, a check changes its verdict in/
const page = (): Promise<string> => textOf(files['report.html'] ?? (() => ({})), events, folder)

test('the page shows the comparison of equal runs, but not that of an earlier run or of an unreadable file', async () => {
  expect(await page()).not.toMatch(boundPattern)

  const repeatedRuns = compareRepeats([events, events, events])
  writeFileSync(join(folder, 'repeat.json'), JSON.stringify(repeatedRuns))
  expect(await page()).toMatch(boundPattern)

  writeFileSync(join(folder, 'repeat.json'), JSON.stringify({ ...repeatedRuns, startedAt: 'earlier' }))
  expect(await page()).not.toMatch(boundPattern)

  writeFileSync(join(folder, 'repeat.json'), 'torn {')
  expect(await page()).not.toMatch(boundPattern)
})
