import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeApiServer, runCli, tinyProgram } from '../testing/run-cli.ts'

const holdsOptions = ['run', '--only', 'plain.holds'] as const

/** Creates a new folder with files in it. */
function makeFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = mkdtempSync(join(tmpdir(), 'input-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content, { mode: 0o755 })
  }
  return path
}

/** Returns the error as users read it: one line, without a stack trace of the harness. */
function errorLine(stderr: string): string {
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  return stderr
}

describe('a program', () => {
  test('a program of random bytes cannot be run', async () => {
    const path = makeFolder({ program: Uint8Array.from({ length: 600 }, (_, index) => (index * 151) % 256) })
    const { code, stderr } = await runCli('plain', [...holdsOptions, '--', join(path, 'program')])

    expect(errorLine(stderr)).toContain('neither a binary nor a script')
    expect(code).toBe(3)
  })

  test.for([
    ['/bin/false', 'refused to start (exit code 1)'],
    ['/bin/true', 'ended at once instead of serving (exit code 0)'],
  ])(
    'a program such as %s ends the run at once, and its end is reported once',
    async ([program, expectedText]) => {
      const { code, events } = await runCli('plain', [...holdsOptions, '--', program ?? ''])

      expect(code).toBe(5)
      expect(events.map(({ type }) => type)).toEqual(['header', 'footer'])
      expect(JSON.stringify(events.at(-1))).toContain(expectedText)
    },
  )

  test('the end of a program is reported with its message, or with the signal that killed it', async () => {
    const path = makeFolder({
      licence: '#!/bin/sh\necho "the licence ran out on Monday" >&2\nexit 1\n',
      segv: '#!/bin/sh\nkill -SEGV $$\n',
    })
    const refusedRun = await runCli('plain', [...holdsOptions, '--', join(path, 'licence')])
    const killedRun = await runCli('plain', [...holdsOptions, '--', join(path, 'segv')])

    expect(JSON.stringify(refusedRun.events.at(-1))).toContain('the licence ran out on Monday')
    expect(JSON.stringify(killedRun.events.at(-1))).toContain('killed by SIGSEGV')
    expect([refusedRun.code, killedRun.code]).toEqual([5, 5])
  })

  test('a program given by paths relative to the working directory of the command is found', async () => {
    const [, script = ''] = fakeApiServer
    const cwd = makeFolder({ 'dist/server.mjs': readFileSync(script) })
    const { code, events, stderr } = await runCli(
      'plain',
      [...holdsOptions, '--', process.execPath, 'dist/server.mjs'],
      { cwd },
    )

    expect(code, stderr + JSON.stringify(events.at(-1))).toBe(0)
  })

  test('a program given by a path that does not exist is reported with that reason', async () => {
    const { code, events } = await runCli('plain', [
      ...holdsOptions,
      '--',
      process.execPath,
      'dist/sevrer.mjs',
    ])

    expect(JSON.stringify(events.at(-1))).toContain(
      'Nothing is called dist/sevrer.mjs where the command was given',
    )
    expect(code).toBe(5)
  })

  test('a program given by paths in a target file is found relative to the folder of that file', async () => {
    const [, script = ''] = fakeApiServer
    const target = {
      name: 'mine',
      dialect: 'orch',
      programs: { apiserver: { command: ['node', './server.mjs'] } },
    }
    const path = makeFolder({ 'server.mjs': readFileSync(script), 'target.yaml': JSON.stringify(target) })
    const { code } = await runCli('plain', [...holdsOptions, '--target', join(path, 'target.yaml')])

    expect(code).toBe(0)
  })
})

describe('a target file', () => {
  test.for([
    [{}, 3, 'describes no program under test'],
    [
      { 'controller-manager': { command: tinyProgram } },
      4,
      'No selected rule is about the programs of target mine',
    ],
  ] as const)(
    'a target file that describes %o is rejected at once',
    async ([programs, expected, expectedText]) => {
      const path = makeFolder({ 'target.yaml': JSON.stringify({ name: 'mine', dialect: 'orch', programs }) })
      const { code, stderr } = await runCli('plain', ['run', '--target', join(path, 'target.yaml')])

      expect(errorLine(stderr)).toContain(expectedText)
      expect(code).toBe(expected)
    },
  )
})

describe('a machine', () => {
  test('a run reports that the directory in TMPDIR does not exist, and exits with code 3', async () => {
    const { code, stderr } = await runCli('plain', holdsOptions, { env: { TMPDIR: '/nonexistent' } })

    expect(errorLine(stderr)).toContain('Could not make a directory in /nonexistent')
    expect(code).toBe(3)
  })

  test('a run keeps files of other programs in its output directory', async () => {
    const existingFiles = { 'evidence/mine/notes.txt': 'mine', 'notes.txt': 'mine' }
    const { code, temporary } = await runCli('plain', holdsOptions, { earlier: existingFiles })

    expect(code).toBe(0)
    for (const name of Object.keys(existingFiles)) expect(existsSync(join(temporary, 'out', name))).toBe(true)
  })

  test('--out below a file is a usage error', async () => {
    const outDir = join(makeFolder({ file: '' }), 'file', 'out')
    const { code, stderr } = await runCli('plain', [...holdsOptions, '--out', outDir])

    expect(errorLine(stderr)).toContain(`--out ${outDir}: the directory cannot be written`)
    expect(code).toBe(2)
  })
})

describe('a limit on the command line', () => {
  test.for([
    ['readyMS=5s', 'Did you mean readyMs?'],
    ['readyMs=soon', 'give NAME=TIME, such as readyMs=60s'],
  ])('the limit %s is a usage error', async ([limit, expectedText]) => {
    const { code, stderr } = await runCli('plain', [...holdsOptions, '--limit', limit ?? ''])

    expect(errorLine(stderr)).toContain(expectedText)
    expect(code).toBe(2)
  })

  test('a limit on the command line applies to the run', async () => {
    const command = [...fakeApiServer, '--behave=never-listen']
    const { code, events } = await runCli('plain', [
      ...holdsOptions,
      '--limit',
      'readyMs=1.2s',
      '--',
      ...command,
    ])

    expect(JSON.stringify(events)).toContain('was not ready within 1200 ms')
    // On a busy machine, a late start is inconclusive and not a failure of the program.
    expect(code).toBeOneOf([5, 8])
  })
})

describe('evidence', () => {
  test('the evidence of each check that needed a refused start contains the start', async () => {
    const { events, temporary } = await runCli('failing', ['run', '--only', 'failing.start'])
    const folders = events.flatMap((event) => (event.type === 'check' ? [event.evidence ?? ''] : []))

    expect(folders).toHaveLength(2)
    for (const folderName of folders) {
      expect(readdirSync(join(temporary, 'out', folderName))).toEqual(
        expect.arrayContaining(['command.txt', 'output.txt', 'repro.txt']),
      )
      const output = readFileSync(join(temporary, 'out', folderName, 'output.txt'), 'utf8')
      expect(output).toContain('the flag --behave is refused')
    }
  })

  test('evidence of a failed request contains the claims of the token, and the response', async () => {
    const { temporary } = await runCli('failing', ['run', '--only', 'failing.request'])
    const evidencePath = join(temporary, 'out', 'evidence', 'failing.request.answers-a-token-with-401')
    const timeline = readFileSync(join(evidencePath, 'timeline.json'), 'utf8')

    expect(JSON.parse(timeline)).toContainEqual(
      expect.objectContaining({
        kind: 'request',
        data: {
          request: {
            headers: { 'x-asked-by': 'a test' },
            token: { header: { alg: 'RS256' }, claims: { aud: 'somebody-else' } },
          },
          response: expect.objectContaining({ status: 200, body: 'ok' }),
        },
      }),
    )
    expect(timeline).not.toContain('c2lnbmVk')
    expect(readFileSync(join(evidencePath, 'repro.txt'), 'utf8')).toMatch(
      /^npx orch-conformance repro .*--out \S+\/out\/repro\/failing\.request\.answers-a-token-with-401\n$/,
    )
  })
})

test('explain lists the rules whose ids begin with the given text', async () => {
  const { code, stdout } = await runCli('plain', ['explain', 'plain.h'])

  expect(stdout).toContain('One rule begins with plain.h:')
  expect(stdout).toContain('plain.holds  [MUST]  The server answers.')
  expect(code).toBe(0)
})
