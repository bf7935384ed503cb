import { Command } from 'commander'
import { expect, test } from 'vitest'
import { rejectExtraWords, oneRun, severalRuns } from './runs.ts'

function explain(...words: string[]): () => void {
  return () => {
    const command = new Command('explain')
      .exitOverride()
      .argument('<rule>')
      .allowUnknownOption()
      .allowExcessArguments()
      .option('--run <dir>')
      .action((_rule: string, _options: object, self: Command) => rejectExtraWords(self))
    command.parse(words, { from: 'user' })
  }
}

test.for([
  ['an unknown option behind the rule', ['a.rule', '--onyl', 'x'], /^unknown option '--onyl'/],
  ['a misspelt option', ['a.rule', '--rnu', 'out'], /^unknown option '--rnu' \(Did you mean --run\?\)$/],
  ['two arguments', ['a.rule', 'b.rule'], /^explain takes one argument and was given 2\.$/],
] as const)('%s is a usage error with the option or the number of arguments', ([, words, message]) => {
  expect(explain(...words)).toThrow(message)
})

test.for([
  [['a.rule']],
  [['a.rule', '--run', 'out']],
  [['--profiling']],
  [['--profiling', '--run', 'out']],
] as const)('the arguments %j name one rule or row', ([words]) => {
  expect(explain(...words)).not.toThrow()
})

test('oneRun returns the run of the argument or of --run, and rejects both together', () => {
  expect(oneRun('a', undefined)).toBe('a')
  expect(oneRun(undefined, 'b')).toBe('b')
  expect(oneRun(undefined, undefined)).toBeUndefined()
  expect(() => oneRun('a', 'b')).toThrow(/Both a and --run b name a run/)
})

test('severalRuns returns the runs of the arguments and of --run, and rejects a command without a run', () => {
  expect(severalRuns('compare', ['a'], ['b'])).toEqual(['a', 'b'])
  expect(() => severalRuns('report', [])).toThrow(
    'report reads a run: give its output directory, or --run DIR.',
  )
})
