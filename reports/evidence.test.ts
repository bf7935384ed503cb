import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import type { CheckEvent } from '#harness/events.ts'
import { evidenceIn } from './evidence.ts'
import { sampleEvents } from './testing/sample-run.ts'

const entry = { atMs: 1, source: 'oidc', kind: 'asked', what: 'GET /keys' }

const test = base.extend('outDir', async ({}, { onCleanup }) => {
  const outDir = await mkdtemp(join(tmpdir(), 'orch-reports-'))
  onCleanup(() => rm(outDir, { recursive: true }))
  await mkdir(join(outDir, 'evidence', 'a.b', 'apiserver-1'), { recursive: true })
  return outDir
})

const check = (evidence: string): CheckEvent => {
  const event = sampleEvents().find((one) => one.type === 'check')
  if (event === undefined) throw new Error('The sample has no check.')
  return { ...event, evidence }
}

test('the timeline, files and output are read from a folder and its subfolders', async ({ outDir }) => {
  const folder = join(outDir, 'evidence', 'a.b')
  await Promise.all([
    writeFile(join(folder, 'timeline.json'), JSON.stringify([entry, { no: 'entry' }])),
    writeFile(join(folder, 'repro.txt'), 'orch-conformance run\n'),
    writeFile(join(folder, 'apiserver-1', 'authentication.yaml'), 'kind: AuthenticationConfiguration\n'),
    writeFile(join(folder, 'apiserver-1', 'output.txt'), 'started\n'),
  ])

  expect(evidenceIn(outDir)(check('evidence/a.b'))).toEqual({
    timeline: [entry],
    files: [
      {
        name: 'apiserver-1/authentication.yaml',
        kind: 'configuration',
        text: 'kind: AuthenticationConfiguration\n',
      },
      { name: 'apiserver-1/output.txt', kind: 'output', text: 'started\n' },
    ],
  })
})

test('evidence omits private keys, binary content and all but the end of long files', async ({ outDir }) => {
  const folder = join(outDir, 'evidence', 'a.b')
  const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----\n'
  await Promise.all([
    writeFile(join(folder, 'config.yaml'), `before\n${key}after\n`),
    writeFile(join(folder, 'data.bin'), Buffer.from([1, 0, 2])),
    writeFile(join(folder, 'output.txt'), `${'x'.repeat(300_000)}the end`),
  ])

  const fileTexts = evidenceIn(outDir)(check('evidence/a.b'))?.files.map(({ text }) => text)

  expect(fileTexts?.slice(0, 2)).toEqual([
    'before\n-----BEGIN PRIVATE KEY-----\n(left out)\n-----END PRIVATE KEY-----\nafter\n',
    '(3 bytes that are not text)',
  ])
  expect(fileTexts?.[2]).toMatch(/^… \(37863 earlier bytes left out\)\nx+the end$/)
})

test('a truncated timeline or a missing folder does not affect other evidence', async ({ outDir }) => {
  await writeFile(join(outDir, 'evidence', 'a.b', 'timeline.json'), '[{"atMs":1')
  const readEvidence = evidenceIn(outDir)

  expect(readEvidence(check('evidence/a.b'))).toEqual({ timeline: [], files: [] })
  expect(readEvidence(check('evidence/gone'))).toEqual({ timeline: [], files: [] })
})

test('a folder outside of the run is not read', ({ outDir }) => {
  const readEvidence = evidenceIn(outDir)

  expect([readEvidence(check('../../etc')), readEvidence(check('/etc'))]).toEqual([undefined, undefined])
})
