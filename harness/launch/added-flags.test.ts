import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { addedFlags, CommandLine, droppedFlags } from './added-flags.ts'

test('addedFlags reports the flags that a command added to its process', async () => {
  const flags = ['--port=1', '--mode=RBAC', '--file=/theirs', '--file=/ours', '--name', 'value', '-v']
  const child = spawn(process.execPath, [
    '-e',
    'console.log(1); setInterval(() => {}, 60_000)',
    '--',
    ...flags,
  ])
  try {
    await once(child.stdout, 'data')

    expect(addedFlags(child.pid ?? 0, ['--port=1', '--file=/ours', '--name=value'])).toEqual([
      '--mode=RBAC',
      '--file=/theirs',
    ])
  } finally {
    child.kill('SIGKILL')
  }
})

test('addedFlags reports no flags of a process that has ended', () => {
  expect(addedFlags(2 ** 30, [])).toEqual([])
})

test.for([
  ['all flags', ['--a=1', '--b=2', '--c'], []],
  ['without a flag', ['--a=1', '--c'], ['--b=2']],
  ['with another value', ['--a=1', '--b=3', '--c'], ['--b=2']],
  ['with a flag and its value as two words', ['--a', '1', '--b', '3', '--c'], ['--b=2']],
  ['with single dashes', ['-a=1', '-b=2', '--c=true'], []],
  ['with further values', ['--a=1', '--b=0,2', '--c'], []],
  ['without any flag, because they are in a file', ['--config=/acme.yaml'], []],
  ['in the form of its command', ['--kube-apiserver-arg=a=1', '--kube-apiserver-arg=b=2'], []],
  ['that could not be read', [], []],
] as const)('droppedFlags reports the flags that are not in a command line %s', ([, words, dropped]) => {
  expect(droppedFlags(['/bin/program', ...words], ['--a=1', '--b=2', '--c'])).toEqual(dropped)
})

describe('the command line of a program that ends soon', () => {
  const run = async (script: string): Promise<CommandLine> => {
    const child = spawn('sh', ['-c', script, 'sh', '--port=1'], { stdio: 'ignore' })
    const command = { pid: child.pid ?? 0, exit: undefined as unknown, exited: once(child, 'exit') }
    const line = new CommandLine(command, ['--port=1'])
    command.exit = await command.exited
    return line
  }
  const sleepCommand = `node -e 'setTimeout(() => {}, 300)' --`

  test.for([
    ['that replaces its command', `exec ${sleepCommand} "$@" --added`],
    ['that is a child of its command', `${sleepCommand} "$@" --added; sleep 0.3`],
    ['whose command also starts a helper', `sleep 0.2 & ${sleepCommand} "$@" --added; sleep 0.1`],
  ] as const)('CommandLine reports the flags of a program %s', async ([, script]) => {
    const line = await run(script)

    expect(line.addedFlags).toEqual(['--added'])
    expect(line.words.slice(0, 1)).toEqual(['node'])
  })

  test('CommandLine reports no flags if the command adds none', async () => {
    expect((await run(`exec ${sleepCommand} "$@"`)).addedFlags).toEqual([])
  })
})
