import { expect, test } from 'vitest'
import { auditPolicy, evaluate } from '../../../../shared/audit/policy.ts'
import { Generator } from './generated.ts'

test('the same seed generates the same rules and requests', () => {
  const generateCase = () => {
    const generator = new Generator(7)
    return [generator.rule(), generator.request()]
  }

  expect(generateCase()).toEqual(generateCase())
})

test('generated requests match many different rules', () => {
  const generator = new Generator(18)
  const rules = Array.from({ length: 200 }, () => generator.rule())
  const requests = Array.from({ length: 500 }, () => generator.request())
  const decidingIndexes = requests.map(({ attributes: request }) =>
    rules.findIndex(
      (rule) => evaluate(auditPolicy([{ ...rule, level: 'Request' }]), request).level === 'Request',
    ),
  )

  expect(new Set(decidingIndexes).size).toBeGreaterThan(60)
})
