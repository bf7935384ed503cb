import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCollection } from './collected.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const collection = readCollection(`${root}dist/suites`) ?? []
const sources = new Map<string, readonly string[]>()

/** Returns the line of a source location and the next two lines: a call may begin in the line before its id. */
function linesAt(address: string): string {
  const [file = '', line] = address.split(':')
  const texts = sources.get(file) ?? readFileSync(`${root}${file}`, 'utf8').split('\n')
  sources.set(file, texts)
  return texts.slice(Number(line) - 1, Number(line) + 2).join('\n')
}

test('every rule and every check has a source location', () => {
  expect(collection.length).toBeGreaterThan(5_000)
  expect(collection.filter(({ rule, check }) => !rule.declaredAt || (check && !check.declaredAt))).toEqual([])
})

test('the source location of a rule is a line with its id, its row or a part of its id', () => {
  const rules = new Map(collection.map(({ rule }) => [rule.id, rule]))
  const misplacedRules = [...rules.values()].filter(({ id, source, declaredAt = '' }) => {
    const text = linesAt(declaredAt)
    const rowNames = source.rows.flatMap((row) => [row, row.split('.').at(-1) ?? row])
    return (
      !rowNames.some((row) => text.includes(row)) &&
      !id.split('.').some((part) => text.includes(`'${part}`)) &&
      !text.includes(id)
    )
  })
  const declarations = misplacedRules.filter(
    ({ declaredAt = '' }) => !/^\s*(must|rule|should|unspecified)\(/m.test(linesAt(declaredAt)),
  )
  expect(declarations.map(({ id, declaredAt }) => `${id} ${declaredAt}`)).toEqual([])
})

test('the source location of a check is the line that declares it', () => {
  const misplacedChecks = collection.filter(
    ({ check }) => check && !/\btest\b|title|for\(|\(/.test(linesAt(check.declaredAt ?? '')),
  )
  expect(misplacedChecks.map(({ check }) => `${check?.id} ${check?.declaredAt}`)).toEqual([])
})

test.for([
  ['agent.flag.max-pods.help', /'--max-pods': {/],
  ['kms.timeout.explicit', /'kms\.timeout\.explicit'/],
  [
    'manager.deployment-controller.concurrent-deployment-syncs.read-back',
    /'DeploymentController.ConcurrentDeploymentSyncs'/,
  ],
  ['egress.name.supported', /id: 'egress\.name\.supported'/],
  ['agent.gate.ProcMountType.help', /ProcMountType/],
] as const)('the source location of %s is the line of its row or of its declaration', ([id, text]) => {
  const { rule } = collection.find((one) => one.rule.id === id) ?? {}
  expect(linesAt(rule?.declaredAt ?? ':0')).toMatch(text)
})

test('the source location of a rule that a table of the documents makes is its row, not a use of the row in a suite', () => {
  const gateRules = collection.filter(({ rule }) => /^agent\.gate\..*\.help$/.test(rule.id))
  const files = new Set(gateRules.map(({ rule: { declaredAt = '' } }) => declaredAt.replace(/:\d+$/, '')))

  expect([...files]).toEqual(['documents/3/lists/gates.ts'])
})
