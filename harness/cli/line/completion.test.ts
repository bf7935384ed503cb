import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import { completionScript, shells } from './completion.ts'

const program = new Command('tool')
program
  .command('run')
  .description("run the checks' files")
  .option('--target <name>', 'whose')
  .option('--thorough', 'longer')
  .option('--only <glob>', 'which')
  .addOption(new Option('--format <format>', 'how').choices(['pretty', 'json']))
program.command('list').command('update').option('--expires <day>', 'until')
program.command('mock').addArgument(new Argument('<peer>').choices(['etcd', 'oidc']))
const scriptOf = (shell: (typeof shells)[number]): string =>
  completionScript(shell, program, {
    words: { '--target': ['reference', 'kubernetes'] },
    listings: { '--only': 'printf "a.rule\\na.rule/a-check\\nanother\\n"' },
  })

/** Returns the completions of bash after the words. */
function completionsFor(...words: string[]): string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'completion-')), 'tool')
  writeFileSync(file, scriptOf('bash'))
  const lines = [
    `source ${file}`,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    '_tool',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ]
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-uc', lines.join('\n')], {
    encoding: 'utf8',
    cwd: tmpdir(),
  })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

describe('bash', () => {
  test.for<[string[], string[]]>([
    [['tool', 'r'], ['run']],
    [
      ['tool', 'run', '--t'],
      ['--target', '--thorough'],
    ],
    [['tool', 'run', '--target', 'k'], ['kubernetes']],
    [
      ['tool', 'run', '--only', 'a.r'],
      ['a.rule', 'a.rule/a-check'],
    ],
    [
      ['tool', 'run', '--format', ''],
      ['pretty', 'json'],
    ],
    [['tool', 'list', 'up'], ['update']],
    [['tool', 'list', 'update', '--e'], ['--expires']],
    [['tool', 'mock', 'et'], ['etcd']],
  ])('the completion after %j offers %j', ([words, expected]) => {
    expect(completionsFor(...words)).toEqual(expected)
  })
})

test.for(['zsh', 'fish'] as const)('the completion for %s has every command, option and value', (shell) => {
  const text = scriptOf(shell)

  for (const word of ['run', 'list', 'update', 'mock', 'target', 'thorough', 'expires', 'kubernetes', 'oidc'])
    expect(text).toContain(word)
  // An apostrophe in a description must not end a quotation.
  expect(text.match(/(?<!\\)'/g)?.length ?? 0).toSatisfy((quotes: number) => quotes % 2 === 0)
})
