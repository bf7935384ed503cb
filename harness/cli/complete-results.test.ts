import { existsSync, mkdtempSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

/** Creates a directory with the results of a command. */
function resultsOf(command: string): string {
  const outDir = join(mkdtempSync(join(tmpdir(), 'never-lost-')), 'out')
  mkdirSync(join(outDir, 'evidence', 'plain.holds.check'), { recursive: true })
  const plan = {
    rules: [],
    checks: [{ id: 'plain.holds/check', rule: 'plain.holds', title: 'check' }],
    outOfScope: [],
    profiles: [],
  }
  const header = {
    type: 'header',
    schemaVersion: 2,
    selection: {},
    capabilitiesOff: [],
    argv: [command],
    plan,
  }
  writeFileSync(join(outDir, 'events.jsonl'), `${JSON.stringify(header)}\n`)
  writeFileSync(join(outDir, 'run.json'), '{}')
  writeFileSync(join(outDir, 'evidence', 'plain.holds.check', 'output.txt'), 'seen')
  return outDir
}

/** Reports for each result file whether it still exists in a directory. */
function resultFilesExist(out: string): readonly boolean[] {
  return ['run.json', 'evidence/plain.holds.check/output.txt'].map((name) => existsSync(join(out, name)))
}

const allExist = [true, true]

describe('an output directory', () => {
  test.for([
    ['doctor', ['doctor']],
    ['prove', ['prove', '--fault', 'nobody-has-it']],
  ] as const)('%s writes to a subdirectory if --out names the results of a run', async ([, argv]) => {
    const outDir = resultsOf('run')
    const { stderr } = await runCli('plain', [...argv, '--out', outDir])

    expect(resultFilesExist(outDir)).toEqual(allExist)
    expect(readFileSync(join(outDir, 'events.jsonl'), 'utf8')).toContain('"argv":["run"]')
    expect(existsSync(join(outDir, argv[0])), stderr).toBe(true)
  })

  test('the results of a run are not overwritten by a merge without --out', async () => {
    const outDir = resultsOf('run')
    const { code, stderr } = await runCli('plain', ['merge', 'shard'], { cwd: join(outDir, '..') })

    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'orch-conformance: out holds the results of a run already. Give --out DIR.\n',
    })
    expect(resultFilesExist(outDir)).toEqual(allExist)
  })

  test('a new run replaces the results of an earlier run', async () => {
    const outDir = resultsOf('run')
    await runCli('plain', ['run', '--only', 'plain.holds', '--out', outDir])

    expect(resultFilesExist(outDir)).toEqual([false, false])
  })
})

describe('a bundle', () => {
  test('a run does not overwrite a bundle', async () => {
    const outDir = resultsOf('certify')
    const { code, stderr } = await runCli('plain', ['run', '--only', 'plain.holds', '--out', outDir])

    expect(code).toBe(3)
    expect(stderr).toContain('holds the results of certify, and run would write over them')
    expect(resultFilesExist(outDir)).toEqual(allExist)
  })
})

test('a run replaces the results of doctor', async () => {
  const outDir = resultsOf('doctor')
  await runCli('plain', ['run', '--only', 'plain.holds', '--out', outDir])

  expect(resultFilesExist(outDir)).toEqual([false, false])
})

test('the help of doctor names out/doctor as the default directory', async () => {
  const { stdout } = await runCli('plain', ['doctor', '--help'])

  expect(stdout).toContain('"out/doctor"')
})
