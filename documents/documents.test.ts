import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ExcludedRule, Rule } from '#harness/catalogue.ts'
import {
  inDocumentOrder,
  isUnwritten,
  placeholderRule,
  type DocumentPart,
  uncoveredParts,
} from '#harness/outline.ts'
import { outline, rowsOf, sections } from './documents.ts'

type Listed = (Rule | ExcludedRule) & { readonly checks: readonly string[] }

const cli = fileURLToPath(new URL('../dist/bin/orch-conformance.js', import.meta.url))
const placeOf = ({ document, section, row, of }: DocumentPart): string =>
  [document, section, ...(of === undefined ? [] : [of]), row].join(' | ')

describe('the catalogue and the outline', () => {
  let rules: readonly Listed[]
  beforeAll(() => {
    const text = execFileSync(process.execPath, [cli, 'list', '--json'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    rules = JSON.parse(text) as Listed[]
  })

  test('the catalogue accounts for every row and sentence', () => {
    expect(uncoveredParts(outline(), rules).map(placeOf)).toEqual([])
  })

  test('the catalogue and the outline name the same rows and subjects', () => {
    const knownRows = new Set(
      outline().map(({ document, section, row }) => `${document} | ${section} | ${row}`),
    )
    const unknownRows = rules.flatMap(({ id, source: { document, section, rows } }) =>
      rows.filter((row) => !knownRows.has(`${document} | ${section} | ${row}`)).map((row) => `${id}: ${row}`),
    )

    expect(unknownRows).toEqual([])
  })

  test('a row or sentence that has a rule is not listed as unwritten', () => {
    const writtenRules = rules.filter((rule) => !isUnwritten(rule))
    const openIds = new Set(uncoveredParts(outline(), writtenRules).map((part) => placeholderRule(part).id))

    expect(rules.filter(isUnwritten).map(({ id }) => id)).toEqual([...openIds])
  })

  test('rules that are not yet written have the program and the profile of the outline', () => {
    expect(rules.filter((rule) => rule.profile === 'node-agent' && rule.program !== 'node-agent')).toEqual([])
  })

  test('every rule has rows, and checks unless it is excluded', () => {
    expect(rules.filter(({ source }) => source.rows.length === 0).map(({ id }) => id)).toEqual([])
    const inconsistentRules = rules.filter(
      ({ checks, judgedBy }) => (judgedBy === 'excluded') !== (checks.length === 0),
    )
    expect(inconsistentRules.map(({ id }) => id)).toEqual([])
  })
})

describe('the outline', () => {
  test('the outline distinguishes two rows with the same key', () => {
    const repeatedRows = sections.flatMap(({ document, section, rows }) =>
      rows.flatMap(({ key, of }, index) => {
        const isRepeated = rows.some(
          (row, otherIndex) => otherIndex > index && row.key === key && row.of !== of,
        )
        return isRepeated ? [{ document, section, row: key }] : []
      }),
    )
    const sameKeyRows = repeatedRows.filter(({ document, section, row }) =>
      outline().some(
        (part) =>
          part.document === document && part.section === section && part.row === row && part.of === undefined,
      ),
    )

    expect(repeatedRows.map(({ row }) => row)).toContain('mode')
    expect(sameKeyRows).toEqual([])
  })

  test('the rows of a section are the rows of its tables, without sentences', () => {
    expect(rowsOf(1, 'Endpoints')).toHaveLength(4)
    expect(rowsOf(1, 'TracingConfiguration members')).toEqual(['endpoint', 'samplingRatePerMillion'])
  })

  test('the outline lists each row and sentence once', () => {
    const places = outline().map(placeOf)

    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
  })
})

describe('a row', () => {
  const location = {
    document: 3,
    section: 'S',
    row: '--x',
    program: 'apiserver',
    profile: 'apiserver-flags',
  } as const
  const rule = (judgedBy: Rule['judgedBy'], aspect?: string): Rule => ({
    id: 'r',
    level: 'MUST',
    says: '',
    source: { document: 3, section: 'S', rows: ['--w', '--x'], ...(aspect && { aspect }) },
    program: 'apiserver',
    profile: 'apiserver-flags',
    judgedBy,
  })

  test.each([
    ['a rule about the behavior of the row', 0, location, rule('behaviour')],
    ['a rule about the help of the row', 1, location, rule('text', 'help')],
    ['a rule about the type of the row', 1, location, rule('refusal', 'type')],
    [
      'a rule about the type of one of two rows with the same key',
      1,
      { ...location, of: '--audit-log' },
      rule('refusal', 'of --audit-log, type'),
    ],
    [
      'a rule about the help of a row that only describes the help',
      0,
      { ...location, isText: true },
      rule('text', 'help'),
    ],
    ['a rule of a different section', 1, { ...location, section: 'T' }, rule('behaviour')],
    ['a rule about the other row with the same key', 1, { ...location, of: 'A' }, rule('behaviour', 'of B')],
    [
      'a rule about this row of two rows with the same key',
      0,
      { ...location, of: 'A' },
      rule('behaviour', 'of A, default'),
    ],
  ] as const)('with %s, the number of rows without a rule is %i', (_, rowsLeft, row, onlyRule) => {
    expect(uncoveredParts([row], [onlyRule])).toHaveLength(rowsLeft)
  })
})

describe('the order of the documents', () => {
  test('sections have the order of the document, with the sections that all documents share at the end', () => {
    const sections = outline().flatMap(({ document, section }) => (document === 2 ? section : []))

    expect([...new Set(sections)]).toEqual([
      'What the service does',
      'Top-level kinds',
      'GenericControllerManagerConfiguration',
      'Cloud-related blocks',
      'Per-controller blocks',
      'States and transitions',
      'Endpoints',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ])
  })

  test('rules are ordered by their first row, then in their original order', () => {
    const ruleOfRows = (
      rows: readonly string[],
      section = 'AuthenticationConfiguration',
      aspect?: string,
    ) => ({
      source: { document: 1, section, rows, ...(aspect && { aspect }) } as const,
    })
    const limit = ruleOfRows(['webhook timeout'], 'Limits')
    const userMessageRule = ruleOfRows(['message'], 'AuthenticationConfiguration', 'of UserValidationRule')
    const claimMessageRule = ruleOfRows(
      ['message'],
      'AuthenticationConfiguration',
      'of ClaimValidationRule, type',
    )
    const rowPairRule = ruleOfRows(['anonymous', 'jwt'])
    const jwt = ruleOfRows(['jwt'])
    const unknownRowRule = ruleOfRows(['no such row'])
    const kind = ruleOfRows(['apiVersion values'], 'Kinds')
    const rules = [limit, userMessageRule, claimMessageRule, rowPairRule, jwt, unknownRowRule, kind]

    expect(inDocumentOrder(rules, outline())).toEqual([
      kind,
      rowPairRule,
      jwt,
      unknownRowRule,
      claimMessageRule,
      userMessageRule,
      limit,
    ])
  })
})

test('the page about the documents lists every section with its pages of the Kubernetes documentation', () => {
  const page = readFileSync(new URL('../docs/documents.md', import.meta.url), 'utf8')
  const withoutPage = outline().filter(
    ({ document, section, page: address = '' }) =>
      !page
        .split('\n')
        .some(
          (line) =>
            line.startsWith(`| ${document} | ${section} |`) && line.includes(address.split('#')[0] ?? ''),
        ),
  )

  expect(withoutPage.map(placeOf)).toEqual([])
})
