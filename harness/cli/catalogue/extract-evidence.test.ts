import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { CheckEvent } from '../../events.ts'
import { packLines } from '../../evidence/pack.ts'
import { runCli } from '../../testing/run-cli.ts'
import { extractEvidence } from './extract-evidence.ts'

const folder = mkdtempSync(join(tmpdir(), 'extract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns an output directory with evidence, and the event of a check that names it. */
function runWith(evidence: string, write: (path: string) => void): { out: string; event: CheckEvent } {
  const out = mkdtempSync(join(folder, 'out-'))
  mkdirSync(join(out, 'evidence'), { recursive: true })
  write(join(out, evidence))
  return { out, event: { type: 'check', id: 'a/b', verdict: 'held', evidence } as CheckEvent }
}

/** Returns a run whose evidence of a check is a pack with these files. */
function packedRun(names: readonly string[]): ReturnType<typeof runWith> {
  const files = names.map((name) => ({ name, parts: ['one\n', 'two\n'] }))
  return runWith('evidence/x.jsonl.gz', (path) =>
    writeFileSync(path, gzipSync(packLines('a/b', files, new Set()))),
  )
}

test('the evidence of a check in a pack is written as files', () => {
  const { out, event } = packedRun(['output.txt', 'configuration/audit.yaml'])
  const into = join(folder, 'packed')

  expect(extractEvidence(event, out, into)).toEqual([
    join(into, 'configuration/audit.yaml'),
    join(into, 'output.txt'),
  ])
  expect(readFileSync(join(into, 'output.txt'), 'utf8')).toBe('one\ntwo\n')
})

test('the evidence of a check in a directory is copied', () => {
  const { out, event } = runWith('evidence/a.b', (path) => {
    mkdirSync(path)
    writeFileSync(join(path, 'output.txt'), 'text')
  })
  const into = join(folder, 'copied')

  expect(extractEvidence(event, out, into)).toEqual([join(into, 'output.txt')])
})

test('a file outside the directory is not written', () => {
  const { out, event } = packedRun(['../outside.txt', 'output.txt'])
  const into = join(folder, 'contained')

  expect(extractEvidence(event, out, into)).toEqual([join(into, 'output.txt')])
})

test('a file that is no pack is an error with the name of the file', () => {
  const { out, event } = runWith('evidence/x.jsonl.gz', (path) => writeFileSync(path, 'text'))

  expect(() => extractEvidence(event, out, join(folder, 'damaged'))).toThrow(
    /Could not read the evidence in \S+\/evidence\/x\.jsonl\.gz: /,
  )
})

test('a run without evidence of the check, and a directory with files, are errors', () => {
  const { out, event } = packedRun(['output.txt'])

  expect(() => extractEvidence({ ...event, evidence: 'evidence/none' }, out, join(folder, 'none'))).toThrow(
    /has no evidence of a\/b\. A run with --evidence all/,
  )
  expect(() => extractEvidence(event, out, out)).toThrow(/has files already\. Give a new directory\./)
})

test('explain --evidence needs the id of a check of the run', async () => {
  const { code, stderr } = await runCli('plain', ['explain', 'plain.holds', '--evidence', join(folder, 'x')])

  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      'has no result of a check plain.holds. --evidence takes the id of a check',
    ),
  })
})

test('explain of a flag that the documents do not contain says so', async () => {
  const { code, stderr } = await runCli('plain', ['explain', '--kubelet-timeout'])

  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      'The documents do not contain the flag --kubelet-timeout, so no rule tests it.',
    ),
  })
})
