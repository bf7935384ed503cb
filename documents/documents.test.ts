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

  test('account for every row and sentence, section by section', () => {
    expect(uncoveredParts(outline(), rules).map(placeOf)).toEqual([])
  })

  test('name the same rows and subjects', () => {
    const known = new Set(outline().map(({ document, section, row }) => `${document} | ${section} | ${row}`))
    const unknown = rules.flatMap(({ id, source: { document, section, rows } }) =>
      rows.filter((row) => !known.has(`${document} | ${section} | ${row}`)).map((row) => `${id}: ${row}`),
    )

    expect(unknown).toEqual([])
  })

  test('list no place with a rule as not yet written', () => {
    const written = rules.filter((rule) => !isUnwritten(rule))
    const open = new Set(uncoveredParts(outline(), written).map((part) => placeholderRule(part).id))

    expect(rules.filter(isUnwritten).map(({ id }) => id)).toEqual([...open])
  })

  test('agree on the program and the profile of rules that are not yet written', () => {
    expect(rules.filter((rule) => rule.profile === 'node-agent' && rule.program !== 'node-agent')).toEqual([])
  })

  test('contain only rules with rows, and checks for each rule that is not excluded', () => {
    expect(rules.filter(({ source }) => source.rows.length === 0).map(({ id }) => id)).toEqual([])
    const mixed = rules.filter(({ checks, judgedBy }) => (judgedBy === 'excluded') !== (checks.length === 0))
    expect(mixed.map(({ id }) => id)).toEqual([])
  })
})

describe('the outline', () => {
  test('distinguishes two rows with the same key', () => {
    const twice = sections.flatMap(({ document, section, rows }) =>
      rows.flatMap(({ key, of }, index) => {
        const isSame = rows.some((row, other) => other > index && row.key === key && row.of !== of)
        return isSame ? [{ document, section, row: key }] : []
      }),
    )
    const sameKeyRows = twice.filter(({ document, section, row }) =>
      outline().some(
        (part) =>
          part.document === document && part.section === section && part.row === row && part.of === undefined,
      ),
    )

    expect(twice.map(({ row }) => row)).toContain('mode')
    expect(sameKeyRows).toEqual([])
  })

  test('lists the rows of tables, without sentences', () => {
    expect(rowsOf(1, 'Endpoints')).toHaveLength(4)
    expect(rowsOf(1, 'TracingConfiguration members')).toEqual(['endpoint', 'samplingRatePerMillion'])
  })

  test('lists each place once', () => {
    const all = outline().map(placeOf)

    expect(all.filter((place, index) => all.indexOf(place) !== index)).toEqual([])
  })
})

describe('a row', () => {
  const place = {
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
    ['a rule of what the program does', place, rule('behaviour'), 0],
    ['a rule of its help', place, rule('text', 'help'), 1],
    ['a rule of its type', place, rule('refusal', 'type'), 1],
    [
      'a rule of the type of one of two',
      { ...place, of: '--audit-log' },
      rule('refusal', 'of --audit-log, type'),
      1,
    ],
    ['a rule of its help, where it says no more', { ...place, isText: true }, rule('text', 'help'), 0],
    ['a rule of another section', { ...place, section: 'T' }, rule('behaviour'), 1],
    ['a rule of the other row of that key', { ...place, of: 'A' }, rule('behaviour', 'of B'), 1],
    ['a rule of this row of two', { ...place, of: 'A' }, rule('behaviour', 'of A, default'), 0],
  ] as const)('%s leaves the expected number of rows without a rule', (_, row, only, left) => {
    expect(uncoveredParts([row], [only])).toHaveLength(left)
  })
})

describe('the order of the documents', () => {
  test('sections have the order of the documents, with tables before the common last sections', () => {
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
    const named = (rows: readonly string[], section = 'AuthenticationConfiguration', aspect?: string) => ({
      source: { document: 1, section, rows, ...(aspect && { aspect }) } as const,
    })
    const limit = named(['webhook timeout'], 'Limits')
    const ofUser = named(['message'], 'AuthenticationConfiguration', 'of UserValidationRule')
    const ofClaim = named(['message'], 'AuthenticationConfiguration', 'of ClaimValidationRule, type')
    const both = named(['anonymous', 'jwt'])
    const jwt = named(['jwt'])
    const nowhere = named(['no such row'])
    const kind = named(['apiVersion values'], 'Kinds')
    const rules = [limit, ofUser, ofClaim, both, jwt, nowhere, kind]

    expect(inDocumentOrder(rules, outline())).toEqual([kind, both, jwt, nowhere, ofClaim, ofUser, limit])
  })
})

test('the page about the documents lists every section with its pages of Kubernetes', () => {
  const page = readFileSync(new URL('../docs/documents.md', import.meta.url), 'utf8')
  const missing = outline().filter(
    ({ document, section, page: address = '' }) =>
      !page
        .split('\n')
        .some(
          (line) =>
            line.startsWith(`| ${document} | ${section} |`) && line.includes(address.split('#')[0] ?? ''),
        ),
  )

  expect(missing.map(placeOf)).toEqual([])
})
