import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFiles, rows } from './testing/table.ts'

const program = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const sandbox = mkdtempSync(join(tmpdir(), 'hostile-'))
const [folder, temporary] = [join(sandbox, 'folder'), join(sandbox, 'temporary')]
const readMounts = (): string => readFileSync('/proc/self/mounts', 'utf8')
let [createdPaths, mountsBefore]: [string[], string] = [[], '']

beforeAll(() => {
  for (const path of [folder, temporary]) mkdirSync(path)
  makeFiles(folder)
  createdPaths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  mountsBefore = readMounts()
})
afterAll(() => rmSync(sandbox, { recursive: true, force: true }))

// Limit of processor time in seconds, which does not depend on the load of the machine. The shell ends processes that
// exceed it.
const maxSeconds = 5

interface CommandResult {
  readonly code: number | null
  readonly output: string
}

function runCommand(words: readonly string[]): Promise<CommandResult> {
  const limitedArguments = [
    '-c',
    `ulimit -t ${maxSeconds}; exec "$@"`,
    'sh',
    process.execPath,
    program,
    ...words,
  ]
  const child = spawn('sh', limitedArguments, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

function processesIn(directory: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(directory)
    } catch {
      return false
    }
  })
}

const argumentOf = (word: string): string =>
  word === 'LONG' ? 'x'.repeat(100_000) : word === "''" ? '' : word

test.concurrent.for(rows)(
  '`%s` ends with exit code %i and reports the reason',
  async ([words, expected, says], { expect }) => {
    const { code, output } = await runCommand(words.split(' ').map(argumentOf))

    expect(output).toContain(says)
    expect(code).toBe(expected)
    expect(output).not.toMatch(/internal error|^ {4}at /m)
    expect(output.length).toBeLessThan(4_000)
  },
)

test('the commands leave no process, no mount, and no file outside the output directory', () => {
  const isOutputPath = (name: string): boolean => /^(?:out|merged)(?:\/|$)/.test(name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })

  expect(files.filter((name) => !isOutputPath(name)).toSorted()).toEqual(createdPaths)
  expect(files.filter((name) => isOutputPath(name) && name.includes('.lock'))).toEqual([])
  expect(readdirSync(temporary)).toEqual([])
  expect(processesIn(folder)).toEqual([])
  expect(readMounts()).toBe(mountsBefore)
})
