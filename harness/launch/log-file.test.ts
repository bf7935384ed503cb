import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Timeline } from '../timeline.ts'
import { Program } from './program.ts'

test('the log file of an ended program is completely in its standard error', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'log-file-'))
  const timeline = new Timeline()
  const program = await Program.start({
    name: 'logger',
    command: [
      '/bin/sh',
      '-c',
      'echo printed >&2; mkdir logs; echo first > logs/it.log; echo last >> logs/it.log',
    ],
    cwd,
    timeline,
    log: join(cwd, 'logs/it.log'),
  })
  await program.exited

  expect(program.stderr.text.split('\n').toSorted()).toEqual(['', 'first', 'last', 'printed'])
  expect(timeline.between(0, Number.POSITIVE_INFINITY).map(({ what }) => what)).toContain('last')
})

test('a log file that the program never creates adds no output', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'log-file-'))
  const options = { name: 'silent', command: ['/bin/true'], cwd, timeline: new Timeline() }
  const program = await Program.start({ ...options, log: join(cwd, 'it.log') })
  await program.exited

  expect(program.stderr.text).toBe('')
})
