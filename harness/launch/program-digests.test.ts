import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { digestsOfProgram, withoutRepeats } from './program-digests.ts'

const directory = mkdtempSync(join(tmpdir(), 'ran-'))
const program = join(directory, 'program.mjs')
writeFileSync(
  program,
  `import { createServer } from 'node:net'
createServer().listen(0, '127.0.0.1', () => console.log('ready'))
setTimeout(() => process.exit(), 60_000)
`,
)
const wrapper = join(directory, 'wrapper.sh')
writeFileSync(wrapper, `#!/bin/sh\n"${process.execPath}" "${program}" "$@" --profiling=false\n`, {
  mode: 0o755,
})
const startedProcesses: ChildProcess[] = []
afterAll(() => {
  for (const { pid } of startedProcesses) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

test('digestsOfProgram reports the executable and the script behind a wrapper, not the wrapper', async () => {
  const child = spawn(wrapper, ['--v=2'], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  startedProcesses.push(child)
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  const node = realpathSync(process.execPath)

  expect(await digestsOfProgram('apiserver', child.pid ?? 0, ['--profiling=false'])).toEqual({
    role: 'apiserver',
    files: [
      { name: node.split('/').at(-1), sha256: sha256(node) },
      { name: 'program.mjs', sha256: sha256(program) },
    ],
    addedFlags: ['--profiling=false'],
  })
})

test('digestsOfProgram returns no files without a process that listens', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  startedProcesses.push(child)

  expect(await digestsOfProgram('apiserver', child.pid ?? 0, ['--x'])).toEqual({
    role: 'apiserver',
    files: [],
    addedFlags: [],
  })
})

test('withoutRepeats returns equal digests once', () => {
  const ranProgram = { role: 'etcd', files: [], addedFlags: [] } as const

  expect([withoutRepeats(ranProgram), withoutRepeats({ ...ranProgram })]).toEqual([ranProgram, undefined])
})
