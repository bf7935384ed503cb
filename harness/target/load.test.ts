import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTarget } from './load.ts'

function writeTarget(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'target-')), 'target.yaml')
  writeFileSync(path, text)
  return path
}

const completeTarget = `name: acme
dialect: orch
programs:
  apiserver:
    command: [./bin/acme-apiserver, serve]
limits:
  readyMs: 5000
`

test('loadTarget reads a target file, with paths from its own folder and the usual limits', () => {
  const path = writeTarget(completeTarget)

  expect(loadTarget(path)).toEqual({
    name: 'acme',
    dialect: 'orch',
    programs: { apiserver: { command: [join(path, '..', 'bin/acme-apiserver'), 'serve'] } },
    limits: { readyMs: 5_000, refusedMs: 15_000, stopMs: 0, issuersMs: 15_000, reloadMs: 90_000 },
  })
})

test.for([
  [
    'a wrong key',
    completeTarget.replace('limits:', 'limit:'),
    ':6: the target has no field limit. Did you mean limits?',
  ],
  [
    'a wrong key deep inside',
    completeTarget.replace('readyMs', 'readyms'),
    ':7: limits has no field readyms. Did you mean readyMs?',
  ],
  [
    'a wrong dialect',
    completeTarget.replace('orch\n', 'kubernets\n'),
    ':2: dialect is "kubernets". Did you mean kubernetes?',
  ],
  ['a missing key', completeTarget.replace('dialect: orch\n', ''), ': the target needs the field dialect.'],
  [
    'a wrong type',
    completeTarget.replace('5000', 'soon'),
    ':7: limits.readyMs should be of type number, not "soon".',
  ],
  ['an invalid limit', completeTarget.replace('5000', '-1'), ':7: limits.readyMs must be at least 1.'],
  [
    'a list in place of an object',
    completeTarget.replace('limits:\n  readyMs: 5000', 'limits: [1]'),
    ':6: limits ',
  ],
  ['no object at all', '- x\n', ':1: the target '],
  [
    'a list entry of a wrong type',
    completeTarget.replace('[./bin/acme-apiserver, serve]', '[./bin/acme-apiserver, 8443]'),
    ':5: programs.apiserver.command.1 should be of type string, not 8443.',
  ],
  ['a repeated key', `${completeTarget}name: again\n`, ':8: Map keys must be unique'],
  ['broken YAML', `${completeTarget}  - x\n`, ':8: '],
] as const)('%s is reported with its line', ([, text, message]) => {
  expect(() => loadTarget(writeTarget(text))).toThrow(message)
})

const wrapperTarget = `name: acme
dialect: kubernetes
programs:
  apiserver:
    command: [./acme, '--config={flags}']
    flags: { as: file, at: /apiserver/args, shape: list }
    ownFlags: [--event-ttl]
    log: '{folder}/acme.log'
    version: '1.34'
`

test('loadTarget reads the description of a program that another program starts', () => {
  expect(loadTarget(writeTarget(wrapperTarget)).programs.apiserver).toMatchObject({
    flags: { as: 'file', at: '/apiserver/args', shape: 'list' },
    ownFlags: ['--event-ttl'],
    log: '{folder}/acme.log',
    version: '1.34',
  })
})

test.for([
  [
    'an unknown way to pass flags',
    ['as: file', 'as: fil'],
    ':6: programs.apiserver.flags.as is "fil". Did you mean file?',
  ],
  [
    'a missing field of a way to pass flags',
    ['at: /apiserver/args', 'prefix: --x='],
    ':6: programs.apiserver.flags needs the field at.',
  ],
  [
    'an unknown shape',
    ['list }', 'lists }'],
    ':6: programs.apiserver.flags.shape is "lists". Did you mean list?',
  ],
  ['a position that is not a JSON pointer', ['/apiserver/args', 'apiserver.args'], 'must be a JSON pointer'],
  ['a mistyped placeholder', ['{folder}', '{foldr}'], 'which is no placeholder. Did you mean {folder}?'],
  [
    'a placeholder of a file of flags without such a file',
    ['{ as: file, at: /apiserver/args, shape: list }', '{ as: prefixed, prefix: --arg= }'],
    'says {flags}, and its flags are no file',
  ],
  [
    'a file of flags that the command does not receive',
    ['--config={flags}', '-v'],
    'nothing of its command says {flags}',
  ],
  [
    'a log outside the folder of the start',
    ["'{folder}/acme.log'", '/var/log/acme.log'],
    'must stand in the folder of the start',
  ],
  [
    'a version that is a number',
    ["'1.34'", '1.34'],
    'programs.apiserver.version should be of type string, not 1.34',
  ],
  ['a flag with a value', ['[--event-ttl]', '[--event-ttl=1h]'], 'must be a flag without a value'],
  [
    'a flag that the harness must give',
    ['--event-ttl', '--secure-port'],
    'which the harness itself must give',
  ],
] as const)('%s is reported as a mistake of a wrapped program', ([, [from, to], message]) => {
  expect(() => loadTarget(writeTarget(wrapperTarget.replace(from, to)))).toThrow(message)
})

test('a missing target file is reported by name', () => {
  expect(() => loadTarget('/no/such/target.yaml')).toThrow(
    '--target /no/such/target.yaml: the file could not be read',
  )
})
