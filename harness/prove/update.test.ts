import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Rule } from '../catalogue.ts'
import { catalogueOf } from '../engine/plan.ts'
import { withProofs } from '../engine/proof.ts'
import type { MatrixRow } from './matrix.ts'
import { updateProofs } from './update.ts'

const rule: Rule = {
  id: 'a.rule',
  level: 'MUST',
  says: '',
  program: 'node-agent',
  profile: 'node-agent',
  judgedBy: 'behaviour',
  source: { document: 3, section: 's', rows: ['r'] },
}
const fault = { id: 'node-agent.slow', program: 'node-agent', name: 'slow', summary: '' } as const

/** Updates the proof of two checks, of which the first names the fault. */
function updateProof(proof: string, broken: readonly string[], row: Partial<MatrixRow> = {}) {
  const suites = mkdtempSync(join(tmpdir(), 'update-'))
  mkdirSync(join(suites, 'area'))
  const file = join(suites, 'area', 'proof.json')
  writeFileSync(file, proof)
  const check = (title: string, sees: readonly string[]) => ({
    id: title,
    module: 'area/a.suite.js',
    rule,
    check: { id: `a.rule/${title}`, rule: 'a.rule', title },
    sees,
  })
  const catalogue = catalogueOf(withProofs(suites, [check('one', ['slow']), check('two', [])]))
  const claimedIds = ['a.rule/one', ...(proof.includes('slow') ? ['a.rule/two'] : [])]
  const { files, rows } = updateProofs(
    suites,
    catalogue,
    [
      {
        fault: fault.id,
        summary: '',
        claimed: claimedIds,
        broken,
        lost: 0,
        disturbed: [],
        ran: 2,
        exact: false,
        ...row,
      },
    ],
    [fault],
  )
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  return { files, text, exact: rows.map(({ exact }) => exact) }
}

test('an update records each broken check with the fault, by its name in the program', () => {
  expect(updateProof('{}', ['a.rule/one', 'a.rule/two'])).toEqual({
    files: ['area/proof.json'],
    text: '{\n  "a.rule/two": ["slow"]\n}\n',
    exact: [true],
  })
})

test('an update removes checks that a fault no longer breaks, and a file without checks', () => {
  expect(updateProof('{\n  "a.rule/two": ["slow"]\n}\n', ['a.rule/one'])).toEqual({
    files: ['area/proof.json'],
    text: undefined,
    exact: [true],
  })
})

test('an update keeps the claim of a check that the fault does not break, and reports that the row is not exact', () => {
  expect(updateProof('{}', ['a.rule/two'])).toMatchObject({
    text: '{\n  "a.rule/two": ["slow"]\n}\n',
    exact: [false],
  })
})

test('an update removes deleted checks from the proof, and ignores a fault that broke nothing or has an open result', () => {
  const keptProof = '{\n  "a.rule/two": ["slow"]\n}\n'

  expect(updateProof('{ "a.rule/gone": ["x"], "a.rule/two": ["slow"] }', []).text).toBe(keptProof)
  expect(updateProof(keptProof, ['a.rule/one'], { disturbed: ['a.rule/two (inconclusive)'] })).toEqual({
    files: [],
    text: keptProof,
    exact: [false],
  })
})

test('an update fails with an error that names the missing folder of the suites', () => {
  expect(() => updateProofs('/missing/suites', catalogueOf([]), [], [])).toThrow('/missing/suites is missing')
})
