import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { Timeline } from '../timeline.ts'
import { Program } from './program.ts'

const start = (script: string): Promise<Program> =>
  Program.start({
    name: 'printer',
    command: ['/bin/sh', '-c', script],
    cwd: tmpdir(),
    timeline: new Timeline(),
  })

function block(untilMs: number): void {
  while (performance.now() < untilMs);
}

test('output is complete once a program has ended, although this process could not read it in time', async () => {
  const fromMs = performance.now()
  const firstProcess = spawn('/bin/sh', ['-c', 'echo first'])
  const program = await start('sleep 0.5; echo said')
  const lastProcess = spawn('/bin/sh', ['-c', 'sleep 0.5'])
  // After the first block, one turn of the event loop handles the end of all processes. The output of the program can
  // only be read in the next turn, which the second block delays.
  firstProcess.stdout.once('data', () => block(fromMs + 900))
  lastProcess.once('exit', () => block(fromMs + 1_400))
  block(fromMs + 250)

  await program.exited
  expect(program.stdout.text).toBe('said\n')
})

test('a child of the program that keeps the pipes open does not delay its end', async () => {
  const fromMs = performance.now()
  const program = await start('sleep 20 & echo said')

  expect(await program.exited).toMatchObject({ code: 0 })
  expect(performance.now() - fromMs).toBeLessThan(10_000)
  expect(program.stdout.text).toBe('said\n')
  await program.stop(0)
})
