import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTarget } from './load.ts'

function written(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'target-')), 'target.yaml')
  writeFileSync(path, text)
  return path
}

const whole = `name: acme
dialect: orch
programs:
  apiserver:
    command: [./bin/acme-apiserver, serve]
limits:
  readyMs: 5000
`

test('a target file is read, with paths from its own folder and the usual limits', () => {
  const path = written(whole)

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
    whole.replace('limits:', 'limit:'),
    ':6: the target has no field limit. Did you mean limits?',
  ],
  [
    'a wrong key deep inside',
    whole.replace('readyMs', 'readyms'),
    ':7: limits has no field readyms. Did you mean readyMs?',
  ],
  [
    'a wrong dialect',
    whole.replace('orch\n', 'kubernets\n'),
    ':2: dialect is "kubernets". Did you mean kubernetes?',
  ],
  ['a missing key', whole.replace('dialect: orch\n', ''), ': the target needs the field dialect.'],
  ['a wrong type', whole.replace('5000', 'soon'), ':7: limits.readyMs should be of type number, not "soon".'],
  ['a limit that is none', whole.replace('5000', '-1'), ':7: limits.readyMs must be at least 1.'],
  ['a list in place of an object', whole.replace('limits:\n  readyMs: 5000', 'limits: [1]'), ':6: limits '],
  ['no object at all', '- x\n', ':1: the target '],
  [
    'a word in a list that is of another type',
    whole.replace('[./bin/acme-apiserver, serve]', '[./bin/acme-apiserver, 8443]'),
    ':5: programs.apiserver.command.1 should be of type string, not 8443.',
  ],
  ['a key that stands twice', `${whole}name: again\n`, ':8: Map keys must be unique'],
  ['broken YAML', `${whole}  - x\n`, ':8: '],
] as const)('%s is named with its line', ([, text, said]) => {
  expect(() => loadTarget(written(text))).toThrow(said)
})

test('a file that is not there is named', () => {
  expect(() => loadTarget('/no/such/target.yaml')).toThrow(
    '--target /no/such/target.yaml: the file could not be read',
  )
})
