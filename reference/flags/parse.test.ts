import { describe, expect, test } from 'vitest'
import { flag } from './flag.ts'
import { helpText } from './help.ts'
import { parseFlags } from './parse.ts'
import { withFaults } from '../testing/with-faults.ts'

const table = [
  flag('name', 'string', 'a name', { default: 'nobody' }),
  flag('fast', 'bool', 'hurries', { default: 'true' }),
  flag('count', 'int', 'how many', { range: [1, 5] }),
  flag('wait', 'duration', 'how long', { default: '1m0s' }),
  flag('list', 'strings', 'some things', { oneOf: ['a', 'b', 'c'] }),
  flag('pairs', 'pairs', 'some pairs'),
  flag('v', 'int', 'loudness', { short: 'v' }),
]
const parse = (argv: readonly string[], faults: readonly string[] = []) =>
  withFaults(faults, () => parseFlags(argv, table))

describe('parseFlags', () => {
  test('the value of a flag follows an equals sign, a space or the short name', () => {
    const flags = parse(['--name=x=y', '--count', '3', '-v2', '--fast=false', '--wait=1h2m3.5s'])

    expect(flags.string('name')).toBe('x=y')
    expect(flags.number('count')).toBe(3)
    expect(flags.number('v')).toBe(2)
    expect(flags.bool('fast')).toBe(false)
    expect(flags.durationMs('wait')).toBe(3_723_500)
  })

  test('a flag that is not set has its default', () => {
    const flags = parse(['--fast'])

    expect(flags.string('name')).toBe('nobody')
    expect(flags.isSet('name')).toBe(false)
    expect(flags.isSet('fast')).toBe(true)
    expect(flags.durationMs('wait')).toBe(60_000)
    expect(flags.number('count')).toBeUndefined()
  })

  test('lists and pairs are collected from commas and repetitions', () => {
    const flags = parse(['--list=a,b', '--list=c', '--pairs=k=v,l=w', '--pairs=m=a=b'])

    expect(flags.strings('list')).toEqual(['a', 'b', 'c'])
    expect(flags.pairs('pairs')).toEqual([
      ['k', 'v'],
      ['l', 'w'],
      ['m', 'a=b'],
    ])
  })

  test.each([
    ['an unknown flag', ['--nome=x'], 'unknown flag: --nome'],
    ['a positional argument', ['serve'], 'unexpected argument "serve"'],
    ['a boolean whose value is a separate argument', ['--fast', 'true'], 'unexpected argument "true"'],
    ['a missing value', ['--name'], '--name: needs a value'],
    ['a word for a number', ['--count=two'], 'invalid value "two" for --count: not of type int'],
    ['a number out of range', ['--count=6'], 'must be from 1 to 5'],
    ['a duration without unit', ['--wait=5'], 'not of type duration'],
    ['a stray list element', ['--list=a,d'], 'must be one of a, b, c'],
    ['a pair without equals sign', ['--pairs=k'], 'not of type pairs'],
  ])('parseFlags rejects %s', (_, argv, message) => {
    expect(() => parse(argv)).toThrow(message)
  })

  test('a value of the wrong type is ignored only with the fault of that flag', () => {
    expect(parse(['--count=two'], ['type-unchecked-count']).number('count')).toBeUndefined()
    expect(() => parse(['--wait=5'], ['type-unchecked-count'])).toThrow('--wait')
  })

  test('the help has an entry for each flag with type and default', () => {
    const help = helpText('program', table)

    expect(help).toContain('--wait duration\n            how long (default 1m0s)\n')
    expect(help).toContain('-v, --v int\n')
  })
})
