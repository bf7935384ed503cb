import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { programArguments } from './flag-arguments.ts'

const flags = ['--port=1', '--gates=A=true', '--gates=B=false', '--help']
const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'hand-over-'))

test('flags follow the command unchanged, unless the target sets another form', () => {
  expect(programArguments('apiserver', { command: ['acme'], args: ['-v'] }, flags, makeFolder())).toEqual({
    command: ['acme', '-v', ...flags],
  })
})

test('flags are passed as values of one flag if the target sets a prefix', () => {
  const programDescription = {
    command: ['acme', 'server'],
    flags: { as: 'prefixed', prefix: '--arg=' },
  } as const

  expect(programArguments('apiserver', programDescription, flags, makeFolder()).command).toEqual([
    'acme',
    'server',
    '--arg=port=1',
    '--arg=gates=A=true',
    '--arg=gates=B=false',
    '--arg=help',
  ])
})

test.for([
  ['a list', { at: '/args', shape: 'list', prefix: '--' }, { args: flags }],
  [
    'entries of a list, next to other content of the file',
    { at: '/parts/0/flags', shape: 'entries', content: { kind: 'Acme' } },
    {
      kind: 'Acme',
      parts: [
        {
          flags: [
            { name: 'port', value: '1' },
            { name: 'gates', value: 'A=true' },
            { name: 'gates', value: 'B=false' },
            { name: 'help', value: 'true' },
          ],
        },
      ],
    },
  ],
] as const)('flags are written to a file as %s', ([, shape, expected]) => {
  const directory = makeFolder()
  const programDescription = {
    command: ['acme', '--config={flags}'],
    flags: { as: 'file', ...shape },
  } as const
  const path = join(directory, 'flags.yaml')

  expect(programArguments('apiserver', programDescription, flags, directory)).toEqual({
    command: ['acme', `--config=${path}`],
    flagsFile: 'flags.yaml',
  })
  expect(parse(readFileSync(path, 'utf8'))).toEqual(expected)
})

test('a map of flags has one value for each flag, and a second value is rejected', () => {
  const directory = makeFolder()
  const programDescription = {
    command: ['acme'],
    flags: { as: 'file', name: 'acme.yml', at: '/a', shape: 'map' },
  } as const
  programArguments('node-agent', programDescription, ['--port=1', '--dry-run'], directory)

  expect(parse(readFileSync(join(directory, 'acme.yml'), 'utf8'))).toEqual({
    a: { port: '1', 'dry-run': 'true' },
  })
  expect(() => programArguments('node-agent', programDescription, flags, directory)).toThrow(
    /takes one value for each flag .*gives gates several/,
  )
})

test('an argument without a name cannot be passed by name', () => {
  const programDescription = { command: ['acme'], flags: { as: 'prefixed', prefix: '--arg=' } } as const

  expect(() => programArguments('apiserver', programDescription, ['-h'], makeFolder())).toThrow(/-h is none/)
})
