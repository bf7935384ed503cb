import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { CheckEvent } from '../events.ts'
import { loadBaseline } from './load.ts'
import { updateBaseline } from './update.ts'

const options = { file: 'known.yaml', expires: '2027-03-31' }
const failingCheck = (id: string, fingerprint: string): CheckEvent => ({
  type: 'check',
  id,
  rule: 'a.rule',
  verdict: 'broken',
  fingerprint,
  reason: 'expected 1 to be 2\nand more',
  startedAtMs: 0,
  durationMs: 1,
  assertions: [],
  observations: [],
  launches: [],
})
const passingCheck = (id: string): CheckEvent => {
  const { fingerprint: _none, ...rest } = failingCheck(id, '')
  return { ...rest, verdict: 'held' }
}

const completeBaseline = `# Ours.
schemaVersion: 1
failures:
  # since the new store
  - check: a.rule/one
    fingerprint: f1
    reason: slow store # ask Kim
    owner: team-store
    expires: 2027-01-31
  - check: a.rule/two
    fingerprint: f2
    reason: no idea
    owner: team-x
    link: https://example.org/2
    expires: 2027-01-31
`

describe('an update', () => {
  test('an update creates a file with placeholders if there is none', () => {
    const { text, added } = updateBaseline('', [failingCheck('a.rule/one', 'f1')], {
      ...options,
      schema: './s.json',
    })

    expect(added).toEqual(['a.rule/one'])
    expect(text).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=./s.json

      schemaVersion: 1
      failures:
        # broken: expected 1 to be 2
        - check: a.rule/one
          fingerprint: f1
          reason: FILL IN (why it fails, and why that is accepted)
          owner: FILL IN (who is responsible)
          expires: 2027-03-31
      "
    `)
  })

  test('an update without changes keeps every character', () => {
    const { text, keptCount } = updateBaseline(
      completeBaseline,
      [failingCheck('a.rule/one', 'f1'), failingCheck('a.rule/two', 'f2')],
      options,
    )

    expect(text).toBe(completeBaseline)
    expect(keptCount).toBe(2)
  })

  test('an update removes entries of passing checks, keeps the other comments, and requires a new reason where the old reason may not apply', () => {
    const { text, removed, changed } = updateBaseline(
      completeBaseline,
      [failingCheck('a.rule/one', 'f9'), passingCheck('a.rule/two')],
      options,
    )

    expect({ removed, changed }).toEqual({ removed: ['a.rule/two'], changed: ['a.rule/one'] })
    expect(text).toContain('# since the new store\n  - check: a.rule/one\n    fingerprint: f9')
    expect(text).toContain('FILL IN (the failure changed; the earlier reason was slow store)')
    expect(text).not.toContain('a.rule/two')
  })

  test('an update replaces a fingerprint of an older form, and requires a new reason unless the failure is the same', () => {
    const olderBaseline = completeBaseline
      .replace('fingerprint: f1', 'fingerprint: 1111111111111111')
      .replace('fingerprint: f2', 'fingerprint: 2222222222222222')
    const { text, changed } = updateBaseline(
      olderBaseline,
      [failingCheck('a.rule/one', '2:1111111111111111'), failingCheck('a.rule/two', '2:9999999999999999')],
      options,
    )

    expect(changed).toEqual(['a.rule/two'])
    expect(text).toContain('fingerprint: 2:1111111111111111\n    reason: slow store')
    expect(text).toContain('FILL IN (the fingerprint had an older form')
  })

  test('an update writes the program error first into the comment of a new entry', () => {
    const programError = `unknown flag --${'x'.repeat(150)}`
    const { text } = updateBaseline(
      '',
      [
        {
          ...failingCheck('a.rule/one', '2:1111111111111111'),
          refusedStart: true,
          programError,
          reason: `The API server refused to start (exit code 1): ${programError}\nLast output: noise`,
        },
      ],
      options,
    )

    expect(text).toContain(
      `# refused to start: ${programError} (The API server refused to start (exit code 1))`,
    )
  })

  test('an update keeps entries whose checks have no conclusive verdict', () => {
    const { text, undecided } = updateBaseline(
      completeBaseline,
      [{ ...passingCheck('a.rule/one'), verdict: 'inconclusive' }, failingCheck('a.rule/two', 'f2')],
      options,
    )

    expect(text).toBe(completeBaseline)
    expect(undecided).toEqual(['a.rule/one'])
  })
})

test('the published schema accepts the same files as the loader, and rejects placeholders', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../schemas/baseline.schema.json', import.meta.url), 'utf8'),
  ) as object
  const validate = new Ajv({ strict: true, validateFormats: false }).compile(schema)

  expect(validate(parse(completeBaseline)), JSON.stringify(validate.errors)).toBe(true)
  expect(validate(parse(completeBaseline.replace('slow store', 'FILL IN (why)')))).toBe(false)
})

describe('a file', () => {
  const writeBaseline = (text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'known.yaml')
    writeFileSync(path, text)
    return path
  }

  test('loading a baseline returns the location of each entry', () => {
    const path = writeBaseline(completeBaseline)

    expect(loadBaseline(path).failures.map(({ check, location }) => [check, location])).toEqual([
      ['a.rule/one', `${path}:5`],
      ['a.rule/two', `${path}:10`],
    ])
  })

  test.for([
    [
      'still has a placeholder',
      completeBaseline.replace('slow store', 'FILL IN (why)'),
      ':7: failures.0.reason still has FILL IN',
    ],
    [
      'has an invalid day',
      completeBaseline.replace('2027-01-31', '2027-13-31'),
      ':9: failures.0.expires must be a day',
    ],
    [
      'has no owner',
      completeBaseline.replace('    owner: team-store\n', ''),
      ':5: failures.0 needs the field owner',
    ],
    [
      'has a mistyped key',
      completeBaseline.replace('link:', 'lnk:'),
      ':14: failures.1 has no field lnk. Did you mean link?',
    ],
    [
      'has an invalid link',
      completeBaseline.replace('https://example.org/2', 'soon'),
      ':14: failures.1.link must be a URL',
    ],
    [
      'lists a check twice',
      completeBaseline.replace('rule/two', 'rule/one'),
      ':10: a.rule/one is listed twice',
    ],
  ])('a file that %s is rejected with the number of the line', ([, text, message]) => {
    expect(() => loadBaseline(writeBaseline(text ?? ''))).toThrow(message)
  })
})
