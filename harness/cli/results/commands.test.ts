import { Command } from 'commander'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Product, Reports } from '../../run/product.ts'
import { addResultCommands } from './commands.ts'
import type { StandardSet } from '../../standard/sets.ts'

const reports: Partial<Reports> = {
  read: async () => [],
  compare: async () => ({ text: 'compared', isWorse: true }),
  trend: async () => ({ text: 'trend', isWorse: false }),
  matrix: async () => 'matrix',
}
const output = { stdout: '', stderr: '' }

beforeEach(() => {
  Object.assign(output, { stdout: '', stderr: '' })
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text)
      return true
    })
  return () => vi.restoreAllMocks()
})

const oldSet: StandardSet = { name: '2026-12', rows: { '1 S': ['a'] }, rules: { one: 'M1', gone: 'M1' } }

/** Returns the output and the exit code of a command line. */
async function resultOf(line: string) {
  const program = new Command('tool').exitOverride()
  let code: number | undefined
  const sets = () => [oldSet, { ...oldSet, name: '2027-06', rows: {}, rules: { one: 'M2', two: 'M1' } }]
  const product = { name: 'tool', reports: async () => reports, sets } as unknown as Product
  addResultCommands(
    program,
    product,
    (ended) => {
      code = ended
    },
    {
      compareTargets: async ({ generate, target = [], seed, out }) => {
        process.stdout.write(`${generate} of seed ${seed} on ${target.join(' and ')} into ${out}`)
        return 0
      },
      presentSet: async () => ({ ...oldSet, name: 'present' }),
    },
  )
  await program.parseAsync(line.split(' '), { from: 'user' })
  return { ...output, code }
}

test.for([
  ['compare a b', 'compared', 1],
  ['compare --matrix a b c', 'matrix\n', 0],
  ['compare --generate 9 --target a --target b', '9 of seed 1 on a and b into out/compare', 0],
  [
    'compare --set 2026-12 --set 2027-06',
    '2026-12 and 2027-06: 4 differences\n  row   removed  1 S: a\n  rule  added    two\n  rule  removed  gone\n  rule  changed  one\n',
    0,
  ],
  ['compare --set 2026-12', '2026-12 and present: no difference\n', 0],
  ['trend a b c', 'trend', 0],
] as const)('the command line %s runs the expected command', async ([line, stdout, code]) => {
  expect(await resultOf(line)).toEqual({ stdout, stderr: '', code })
})

test.for([
  ['report a b', 'compare a b', 'compared', 1],
  ['report a b c', 'trend a b c', 'trend', 0],
  ['compare a b c', 'trend a b c', 'trend', 0],
  ["report it's b", `compare 'it'\\''s' b`, 'compared', 1],
] as const)('the former command line %s still works, and suggests %s', async ([line, now, stdout, code]) => {
  expect(await resultOf(line)).toEqual({
    stdout,
    stderr: `This form has a command of its own now: tool ${now}\n`,
    code,
  })
})

test('report --merge suggests the command merge, even if the arguments have other errors', async () => {
  const line = 'report --merge a b --out b'

  await expect(resultOf(line)).rejects.toThrow('--out b is one of the shards')
  expect(output.stderr).toBe('This form has a command of its own now: tool merge a b --out b\n')
})
