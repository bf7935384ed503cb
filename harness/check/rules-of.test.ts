import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

interface Listed {
  readonly id: string
  readonly level: string
  readonly says: string
  readonly source: object
  readonly judgedBy: string
}

async function listRules(): Promise<Listed[]> {
  const { stdout } = await runCli('common', ['list', '--json'])
  return JSON.parse(stdout) as Listed[]
}

test('a rule has the common fields unless it overrides them', async () => {
  expect(await listRules()).toMatchObject([
    { id: 'common.one', level: 'MUST', source: { document: 1, section: 'Testing', rows: ['one'] } },
    { id: 'common.two', level: 'SHOULD', source: { section: 'Testing', rows: ['two', 'three'] } },
    {
      id: 'common.other',
      level: 'UNSPECIFIED',
      source: { section: 'Elsewhere', rows: ['x'], aspect: 'size' },
    },
    { id: 'common.excluded', says: 'No user can see it.', judgedBy: 'excluded' },
  ])
})

test('a rule has the sentence that its body states', async () => {
  const [one] = await listRules()

  expect(one?.says).toBe('One holds.')
})

test('a rule without a sentence is rejected', async () => {
  const { code, stderr } = await runCli('speechless', ['list'])

  expect(stderr).toContain("The rule speechless.rule states nothing: begin it with says('…').")
  expect(code).toBe(6)
})
