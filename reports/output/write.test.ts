import { defaultInvocation } from '#harness/repro/command.ts'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import type { ReportFormat } from '#harness/run/product.ts'
import { reports } from './index.ts'
import { reproCommand } from '../repro.ts'
import { resultOf } from '../result.ts'
import { interruptedEvents, sampleEvents, sampleHeader } from '../testing/sample-run.ts'
import { writeReports } from './write.ts'

const test = base.extend('outDir', async ({}, { onCleanup }) => {
  const outDir = await mkdtemp(join(tmpdir(), 'orch-reports-'))
  onCleanup(() => rm(outDir, { recursive: true }))
  return outDir
})

test('only the four reports and the files that the page loads are written', async ({ outDir }) => {
  const result = await writeReports(outDir, sampleEvents())

  expect((await readdir(outDir)).toSorted()).toEqual([
    'evidence',
    'junit.xml',
    'report.html',
    'run.json',
    'summary.md',
  ])
  expect(JSON.parse(await readFile(join(outDir, 'run.json'), 'utf8'))).toEqual(result)
})

test('a run is rendered again from its events alone, even if interrupted', async ({ outDir }) => {
  const events = interruptedEvents(5)
  await writeFile(join(outDir, 'events.jsonl'), events.map((event) => JSON.stringify(event)).join('\n'))

  await reports.write(outDir, await reports.read(outDir))

  expect(JSON.parse(await readFile(join(outDir, 'run.json'), 'utf8'))).toEqual(resultOf(events))
})

test('a directory that cannot be written is an error', async ({ outDir }) => {
  await writeFile(join(outDir, 'file'), '')

  await expect(writeReports(join(outDir, 'file'), sampleEvents())).rejects.toThrow(/EEXIST|ENOTDIR/)
})

test('each format of standard output begins with the characters that its readers recognize', async () => {
  const firstCharacters = await Promise.all(
    (['json', 'markdown', 'github', 'pretty'] as const).map(async (format) =>
      (await reports.render(format, sampleEvents())).slice(0, 9),
    ),
  )

  expect(firstCharacters).toEqual(['{\n  "sche', '## 1 chec', '::error t', 'WARNED  t'])
})

test('the files of a moved run name its present paths', async () => {
  expect(await reports.render('pretty', sampleEvents(), 'copies/today')).toContain(
    'report copies/today/report.html',
  )
})

test('a comparison of two runs is written in each format', async ({ outDir }) => {
  const comparedRun = { path: outDir, events: sampleEvents() }
  const compareRun = async (format: ReportFormat): Promise<string> =>
    (await reports.compare(comparedRun, comparedRun, format)).text

  expect(JSON.parse(await compareRun('json'))).toMatchObject({ verdicts: [], same: 21, isWorse: false })
  expect(await compareRun('markdown')).toMatch(/^## kubernetes, 2026/)
  expect(await compareRun('text')).toMatch(/^kubernetes, 2026/)
  expect(await compareRun('html')).toMatch(/^<!doctype html>/)
})

test.each([
  [{ target: 'x', out: 'o' }, 'npx tool repro a/b --target x --seed 42 --out o/repro/a.b'],
  [{ thorough: true }, 'npx tool repro a/b --thorough --seed 42 --out out/repro/a.b'],
  [
    { command: ['./my server', '--flag'], role: 'apiserver' },
    "npx tool repro a/b --role apiserver --seed 42 --out out/repro/a.b -- './my server' --flag",
  ],
  [
    { program: ['apiserver=./x'], limit: ['readyMs=60s'] },
    'npx tool repro a/b --program apiserver=./x --limit readyMs=60s --seed 42 --out out/repro/a.b',
  ],
  [{ target: "it's.yaml" }, "npx tool repro a/b --target 'it'\\''s.yaml' --seed 42 --out out/repro/a.b"],
])('the command that repeats a check keeps the options of the target: %j', (given, command) => {
  const header = { ...sampleHeader(), tool: { name: 'tool', version: '1' } }
  expect(reproCommand({ ...header, invocation: { ...defaultInvocation, ...given } }, 'a/b')).toBe(command)
})
