import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isExcluded } from '#harness/catalogue.ts'
import { capabilityTexts } from '#harness/capabilities.ts'
import { readCatalogue } from '#harness/cli/catalogue/list.ts'
import { dialects } from '#harness/target/dialects.ts'
import { verdictTexts } from '#harness/verdict-texts.ts'
import { constraints, outline } from '#documents/documents.ts'
import {
  commentsOf,
  fragmentsAmong,
  privateNamesIn,
  privateWordsIn,
  privateWordsInComment,
  proseOf,
  titlesOf,
} from './words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8')
const collectTimeoutMs = 60_000

const rooms = ['api', 'bin', 'ci', 'documents', 'harness', 'mocks', 'reference', 'reports', 'suites']
const sources = rooms.flatMap((room) =>
  readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.includes('node_modules'))
    .map((path) => `${room}/${path}`),
)

/** Returns the texts that contain private words, each with its private words in front. */
function privateTexts(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = privateWordsIn(text)
    return words.length === 0 ? [] : [`${words.join(', ')}: ${text}`]
  })
}

test('privateWordsIn returns the private words of a text, and no ordinary words', () => {
  expect(privateWordsIn('The peer is asked twice, and tells nobody what it came to.')).toEqual([
    'tells',
    'is asked',
    'came to',
    'nobody',
  ])
  expect(privateWordsIn('It stands for v1, counts requests, and runs standalone.')).toEqual([])
})

/**
 * Lines of the word list in CONTRIBUTING, which contains the private words: the only table whose header ends in "not".
 */
const wordList = new Set(
  /^\| term \|.*\| not \|\n(?:\|.*\n)+/m.exec(proseOf(read('CONTRIBUTING.md')))?.[0].split('\n'),
)
const isOfWordList = (line: string): boolean => wordList.has(line) && line !== ''

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ci/README.md',
  'ci/air-gap/README.md',
  ...readdirSync(`${root}/docs`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

// The pages of commands contain the help of every command.
test.for(pages)('%s has no private word', (page) => {
  const lines = proseOf(read(page)).split('\n')

  expect(privateTexts(lines.filter((line) => !isOfWordList(line)))).toEqual([])
})

test('no paragraph of the README is longer than five lines of 120 characters', () => {
  const paragraphs = proseOf(read('README.md')).split(/\n\n+/)
  const longParagraphs = paragraphs.filter((text) => !/^[-|#]/.test(text) && text.length > 600)

  expect(longParagraphs).toEqual([])
})

test('schemas have no private word', () => {
  const descriptions = readdirSync(`${root}/schemas`).flatMap((name) =>
    [...read(`schemas/${name}`).matchAll(/"description": "(.*)"/g)].map(([, text = '']) => text),
  )

  expect(privateTexts(descriptions)).toEqual([])
})

test('capabilities, verdicts and known deviations have no private word', () => {
  const texts = [
    ...Object.values(capabilityTexts),
    ...Object.values(verdictTexts).flatMap(({ meaning, next }) => [meaning, next]),
    ...Object.values(dialects).flatMap(({ deviations, differences = [] }) => [
      ...deviations.map(({ reason }) => reason),
      ...differences.map(({ says }) => says),
    ]),
  ]

  expect(privateTexts(texts)).toEqual([])
})

test('statements about two rows have no private word', () => {
  expect(privateTexts(constraints().flatMap(({ says, reason = '' }) => [says, reason]))).toEqual([])
})

test('the templates of CI have no private word', () => {
  const files = [
    'github/action.yml',
    'github/workflow.yml',
    'gitlab/orch-conformance.yml',
    'kubernetes/job.yaml',
  ]

  expect(privateTexts(files.flatMap((file) => read(`ci/${file}`).split('\n')))).toEqual([])
})

test('commentsOf returns comments without the characters that delimit them', () => {
  const source =
    '/**\n * Result of\n * a start.\n */\nconst url = "http://a" // no line to itself\n  // One\n  // two.\n'

  expect(commentsOf(source)).toEqual(['Result of a start.', 'One two.'])
  expect(privateWordsInComment('What a start came to.')).toEqual(['came to', 'What'])
  expect(privateWordsInComment('Result of a start.')).toEqual([])
})

test('comments of the code have no private word', () => {
  const lines = sources.flatMap((path) =>
    commentsOf(read(path))
      .map((comment) => ({ comment, words: privateWordsInComment(comment) }))
      .filter(({ words }) => words.length > 0)
      .map(({ comment, words }) => `${path}: ${words.join(', ')}: ${comment}`),
  )

  expect(lines).toEqual([])
})

test('titles of tests have no private word', () => {
  const testFiles = sources.filter((path) => path.endsWith('.test.ts'))

  expect(privateTexts(testFiles.flatMap((path) => titlesOf(read(path))))).toEqual([])
  expect(testFiles.flatMap((path) => fragmentsAmong(titlesOf(read(path))))).toEqual([])
})

test('fragmentsAmong returns titles that continue the name of their group', () => {
  expect(fragmentsAmong(['of a run is short', 'that fails is red', 'is red', 'officers pass'])).toEqual([
    'of a run is short',
    'that fails is red',
  ])
})

test('declared names have no private word', () => {
  // Clients of the published packages use this name.
  const publishedNames = ['untilAsked']
  const names = sources.flatMap((path) => privateNamesIn(read(path)).map((name) => `${name} ${path}`))

  expect(
    privateNamesIn(['asked', 'isTold', 'tasks', 'masked'].map((name) => `const ${name}`).join('\n')),
  ).toEqual(['asked', 'isTold'])
  expect(names.filter((name) => !publishedNames.includes(name.split(' ')[0] ?? ''))).toEqual([])
})

test('faults of the reference have no private word', () => {
  const lists = readdirSync(`${root}/reference`, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('faults.json'),
  )
  const texts = lists.flatMap((path) =>
    [...read(`reference/${path}`).matchAll(/^\s*"[\w.-]+": "(.*)",?$/gm)].map(([, text = '']) => text),
  )

  expect(texts.length).toBeGreaterThan(1_000)
  expect(privateTexts(texts)).toEqual([])
})

describe('the catalogue', () => {
  test('rules and titles of checks have no private word', { timeout: collectTimeoutMs }, async () => {
    const catalogue = await readCatalogue({
      name: 'orch-conformance',
      root,
      suitesDir: `${root}/dist/suites`,
      outline,
    })
    const texts = [
      ...[...catalogue.rules.values()].flatMap((rule) => [
        rule.says,
        rule.source.aspect ?? '',
        ...(isExcluded(rule) ? [rule.excluded.reason] : []),
      ]),
      ...[...catalogue.checks.values()].map(({ title }) => title),
    ]

    expect(privateTexts(texts)).toEqual([])
  })
})
