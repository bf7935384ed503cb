import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error The steps of the build are JavaScript, because they run before the compilation.
import { instrument as untyped } from './instrument.mjs'

interface PlantedMutants {
  readonly texts: ReadonlyMap<string, string>
  readonly mutants: readonly {
    id: string
    within: string
    mutator: string
    from: string
    to: string
    nth?: number
    line: number
  }[]
}
const instrumentUntyped = untyped as (
  root: string,
  files: readonly string[],
  quirks: ReadonlySet<string>,
) => Promise<PlantedMutants>

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mutants-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const plantMutants = (source: string, quirks: readonly string[] = []): Promise<PlantedMutants> => {
  writeFileSync(join(root, 'a.ts'), source)
  return instrumentUntyped(root, ['a.ts'], new Set(quirks))
}

const source = 'export function isFull(n: number): boolean {\n  return n > 5 || n > 5\n}\n'

test('the name of a mutant contains the declaration, the text and the replacement', async () => {
  const { mutants, texts } = await plantMutants(source)
  const mutant = mutants.find(({ to }) => to === 'n >= 5')

  expect(mutant).toMatchObject({ within: 'isFull', mutator: 'EqualityOperator', from: 'n > 5', line: 2 })
  expect(texts.get('a.ts')).toContain(`stryMutAct_9fa48("${mutant?.id}")`)
  expect(texts.get('a.ts')).not.toContain('function stryMutAct_9fa48')
})

test('the second of two equal mutants in a declaration has the number 2', async () => {
  const { mutants } = await plantMutants(source)

  expect(mutants.filter(({ to }) => to === 'n >= 5').map(({ nth }) => nth)).toEqual([undefined, 2])
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
})

test('the id of a mutant stays the same if lines move or spaces change, and changes with the text', async () => {
  const ids = async (text: string): Promise<string[]> =>
    (await plantMutants(text)).mutants.map(({ id }) => id)

  expect(await ids(`// a line\n\n${source.replace('  return n > 5 ||', '  return n > 5\n    ||')}`)).toEqual(
    await ids(source),
  )
  expect(await ids(source.replaceAll('5', '6'))).not.toEqual(await ids(source))
})

test.for([
  ['the names of faults', "const f = 'a-fault'", 'a-fault'],
  ['lists of faults', "export const fileFaults = { 'x-accepted': 'file: x is accepted' }", ''],
  ['the texts of errors', "throw new Refusal('no such file')", ''],
  ['lines for people', "say('serving')", ''],
  ['the texts of the help', 'flag(name, type, `for ${purpose}`)', ''],
] as const)('%s are not mutated', async ([, text, quirk]) => {
  const { mutants } = await plantMutants(text, [quirk])

  expect(mutants).toEqual([])
})

test('arguments of an error are mutated', async () => {
  const { mutants } = await plantMutants("throw new Refusal(path('/a'))")

  expect(mutants.map(({ from }) => from)).toEqual(["'/a'"])
})

test.for(['/** Reports whether a number is large. */\n', "// A comment.\nimport 'node:fs'\n"])(
  'a file that begins with %j has no helper functions of the instrumenter',
  async (beginning) => {
    const { texts } = await plantMutants(beginning + source)

    expect(texts.get('a.ts')).toContain('stryMutAct_9fa48(')
    expect(texts.get('a.ts')).not.toContain('function stry')
  },
)
