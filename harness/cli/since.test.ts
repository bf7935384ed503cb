import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parseRanges } from '../reach/ranges.ts'
import type { ReachFile } from '../reach/schema.ts'
import { runCli } from '../testing/run-cli.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'since-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeInput(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const handWrittenRecording = writeInput(
  'hand.json',
  JSON.stringify({ schemaVersion: 1, files: { 'src/a.c': ['plain.open*'], 'src/b.c': ['plain.*'] } }),
)
const diffOf = (name: string): string => `--- a/${name}\n+++ b/${name}\n@@ -7 +7 @@\n-a()\n+b()\n`
const changeOfA = writeInput('a.diff', diffOf('src/a.c'))
const orderOf = (result: { readonly events: readonly { readonly type: string; readonly id?: unknown }[] }) =>
  result.events.flatMap(({ type, id }) => (type === 'check' ? [String(id)] : []))

describe('sample suites', () => {
  const runCommand = ['run', '--only', 'plain.holds', '--only', 'plain.open'] as const

  test('the checks that reach a change run before the other checks', async () => {
    const usualRun = await runCli('plain', runCommand)
    const { code, events, stderr } = await runCli('plain', [
      ...runCommand,
      '--since',
      handWrittenRecording,
      '--diff',
      changeOfA,
    ])

    expect(orderOf(usualRun)[0]).toMatch(/^plain\.holds/)
    expect(orderOf({ events })[0]).toMatch(/^plain\.open/)
    expect(orderOf({ events }).toSorted()).toEqual(orderOf(usualRun).toSorted())
    expect(stderr).toContain('1 check reaches the changed lines of src/a.c and runs first.')
    expect(code).toBe(0)
  })

  test('--only-reached runs only the checks that reach the differences of two source trees', async () => {
    const trees = [
      ['old', 'a()\n'],
      ['new', 'b()\n'],
    ] as const
    for (const [name, text] of trees) {
      mkdirSync(join(folder, name, 'src'), { recursive: true })
      writeInput(`${name}/src/a.c`, text)
      writeInput(`${name}/src/b.c`, 'same()\n')
    }
    const sources = ['--old-source', join(folder, 'old'), '--new-source', join(folder, 'new')]
    const { code, events } = await runCli('plain', [
      ...runCommand,
      '--since',
      handWrittenRecording,
      ...sources,
      '--only-reached',
    ])

    expect(orderOf({ events })).toEqual([expect.stringMatching(/^plain\.open/)])
    expect(code).toBe(0)
  })

  test('a recording of other suites is used, and its age is reported', async () => {
    const recorded = {
      at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
      tool: '0.0.1',
      target: 'mine',
      suites: '00',
    }
    const checks = [['plain.open/anything', 10]]
    const file = writeInput(
      'old.json',
      JSON.stringify({ schemaVersion: 1, recorded, checks, sets: ['0'], files: { 'src/a.c': [['1-9', 0]] } }),
    )
    const { code, events, stderr } = await runCli('plain', [
      ...runCommand,
      '--since',
      file,
      '--diff',
      changeOfA,
    ])

    expect(stderr).toContain(
      `${file} was recorded with other suites (0.0.1, 3 days ago). ${orderOf({ events }).length} of the`,
    )
    expect(code).toBe(0)
  })

  test('a change of unrecorded files keeps the order of the checks, and --only-reached selects no check', async () => {
    const options = ['--since', handWrittenRecording, '--diff', writeInput('c.diff', diffOf('docs/c.md'))]
    const fullRun = await runCli('plain', [...runCommand, ...options])
    const emptyRun = await runCli('plain', [...runCommand, ...options, '--only-reached'])

    expect(fullRun.stderr).toContain(
      `No changed file is in ${handWrittenRecording}, so no check is known to reach the change: docs/c.md is not in`,
    )
    expect(orderOf(fullRun)[0]).toMatch(/^plain\.holds/)
    expect([fullRun.code, emptyRun.code]).toEqual([0, 4])
    expect(emptyRun.stderr).toContain('--only-reached: No changed file is in')
  })

  test.for([
    [['--since', handWrittenRecording], '--since needs one change', 2],
    [
      ['--since', handWrittenRecording, '--diff', changeOfA, '--old-source', folder],
      '--since needs one change',
      2,
    ],
    [['--diff', changeOfA], 'need --since FILE', 2],
    [['--since', handWrittenRecording, '--diff', handWrittenRecording], 'has no unified diff', 3],
    [['--since', handWrittenRecording, '--diff', join(folder, 'none')], 'the file could not be read', 2],
    [['--since', changeOfA, '--diff', changeOfA], 'cannot be read as JSON', 3],
    [
      ['--since', writeInput('other.json', '{"files":{"a":[["1",0]]}}'), '--diff', changeOfA],
      'needs the field schemaVersion',
      3,
    ],
    [
      ['--since', writeInput('set.json', '{"schemaVersion":1,"files":{"a":[["1",0]]}}'), '--diff', changeOfA],
      'a names the set 0, and there are 0',
      3,
    ],
    [['--record-reach', join(folder, 'none', 'reach.json')], 'cannot be written', 2],
    [['--record-reach', folder], 'it is a directory', 2],
  ] as const)('%s is an error', async ([options, message, expected]) => {
    const { code, stderr } = await runCli('plain', [...runCommand, ...options])

    expect(stderr).toContain(message)
    expect(code).toBe(expected)
  })
})

describe('the reference', () => {
  const only = ['--only', 'flag.allow-metric-labels.key']

  function run(name: string, more: readonly string[], input = '') {
    const argv = ['run', ...only, '--out', name, ...more]
    return spawnSync(process.execPath, [join(dist, 'bin/orch-conformance.js'), ...argv], {
      cwd: folder,
      encoding: 'utf8',
      input,
    })
  }

  /** Returns a diff of a line that only this check reaches. */
  function changeReachedBy(check: string): string {
    const {
      checks = [],
      sets = [],
      files,
    } = JSON.parse(readFileSync(join(folder, 'reach.json'), 'utf8')) as ReachFile
    const index = checks.findIndex(([id]) => id === check)
    const parts = Object.entries(files).flatMap(([file, fileParts]) =>
      fileParts.map((part) => ({ file, part })),
    )
    const found = parts.find(
      ({ file, part }) => /(?<!dist)\/reference\//.test(file) && sets[Number(part[1])] === `${index}`,
    )
    const [line] = parseRanges(found?.part[0] ?? '')
    return `--- a/${found?.file}\n+++ b/${found?.file}\n@@ -${line?.from} +${line?.from} @@\n-a()\n+b()\n`
  }

  test('--only-reached selects the recorded check that reaches the changed line, and the check detects the fault', {
    timeout: 200_000,
  }, () => {
    const recording = run('recorded', ['--record-reach', 'reach.json'])
    expect(recording.stderr).toMatch(/Recorded in reach\.json: \d checks reach lines of \d+ files\.$/m)
    const check = 'flag.allow-metric-labels.key/refuses-a-key-without-a-label'
    const diff = changeReachedBy(check)
    const target = {
      name: 'faulty',
      dialect: 'orch',
      programs: {
        apiserver: {
          command: [process.execPath, join(dist, 'reference/orch-apiserver.js')],
          args: ['--fault=metric-label-key-unchecked'],
        },
      },
    }
    writeFileSync(join(folder, 'faulty.yaml'), JSON.stringify(target))
    const { status, stderr } = run(
      'after',
      ['--target', 'faulty.yaml', '--since', 'reach.json', '--diff', '-', '--only-reached'],
      diff,
    )

    expect(stderr).toContain('1 check reaches the changed lines of')
    expect(stderr).toMatch(
      /^Verdicts of all checks that reach the change \(1\) after \d+\.\d s: 1 broken\.$/m,
    )
    expect(status).toBe(1)
  })
})
