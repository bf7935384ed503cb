import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { memoryOf, processorMs } from '../machine/usage.ts'
import { Timeline } from '../timeline.ts'
import { Program } from './program.ts'

/** Starts a Node script, which is stopped after the test. */
async function startScript(script: string, log?: string): Promise<{ program: Program; timeline: Timeline }> {
  const cwd = mkdtempSync(join(tmpdir(), 'excess-'))
  writeFileSync(join(cwd, 'script.cjs'), script)
  const timeline = new Timeline()
  const program = await Program.start({
    name: 'flood',
    command: [process.execPath, 'script.cjs'],
    cwd,
    timeline,
    ...(log !== undefined && { log: join(cwd, log) }),
  })
  onTestFinished(async () => {
    await program.stop(0)
    rmSync(cwd, { recursive: true, force: true })
  })
  return { program, timeline }
}

const endlessWrites = (writeStatement: string): string =>
  `const part = Buffer.from('y\\n'.repeat(500_000)); const go = () => { ${writeStatement}; setImmediate(go) }; go()`

test.for([
  [
    'prints without an end',
    endlessWrites("require('fs').writeSync(1, part)"),
    'printed more than 256 MiB',
    undefined,
  ],
  [
    'logs without an end',
    endlessWrites("require('fs').appendFileSync('it.log', part)"),
    /^(?:printed more than 256 MiB|wrote .* into its directory)/,
    'it.log',
  ],
  [
    'fills the disk',
    `const fs = require('fs'); ${endlessWrites("fs.appendFileSync('big', Buffer.concat(Array(20).fill(part)))")}`,
    /^wrote .* into its directory, which may have/,
    undefined,
  ],
] as const)('a program that %s is stopped', async ([, script, message, log]) => {
  const { program, timeline } = await startScript(script, log)
  await program.exited

  expect(program.excess).toMatch(message)
  expect(program.stdout.text.length).toBeLessThan(1024 * 1024)
  expect(timeline.between(0, Infinity).length).toBeLessThan(50_000)
})

test('a program with ordinary output is not stopped', async () => {
  const { program } = await startScript("for (let n = 0; n < 5_000; n++) console.log('line', n)")
  await program.exited

  expect(program.excess).toBeUndefined()
  expect(program.stdout.text).toContain('line 4999')
})

test('the end of a program does not wait for a log that is not a file', async () => {
  const { program } = await startScript(
    "require('child_process').execFileSync('mkfifo', ['it.log'])",
    'it.log',
  )
  const { code } = await program.exited

  expect(code).toBe(0)
})

test('processorMs and memoryOf return the processor time and the memory of a running program', async () => {
  const { program } = await startScript('const all = Buffer.alloc(64 * 1024 * 1024, 1); for (;;) all[0]++')
  const statLength = readFileSync(`/proc/${program.pid}/stat`, 'utf8').length
  while (processorMs([program.pid]) < 200) await sleep(20)

  expect(statLength).toBeGreaterThan(0)
  expect(memoryOf([program.pid])).toBeGreaterThan(64 * 1024 * 1024)
})
