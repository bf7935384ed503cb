import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import { violationsIn } from '../testing/accessible.ts'
import { findChromium, launchChromium } from '../testing/browser.ts'
import { hostileEvents } from '../testing/hostile-run.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import type { Matrix } from './data.ts'
import { writeMatrix } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'orch-matrix-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Sample run of a later version, in which everything holds. */
const laterEvents = sampleEvents().map((event): RunEvent => {
  if (event.type === 'check') return { ...event, verdict: 'held', observations: [] }
  if (event.type !== 'header') return event
  const programs = event.target.programs.map((one) => ({ ...one, version: 'v1.36.0' }))
  return { ...event, target: { ...event.target, programs } }
})

function writePage(...runs: readonly (readonly RunEvent[])[]): string {
  return writeMatrix(mkdtempSync(join(directory, 'out-')), runs)
}

test('the JSON has a cell for each rule and run, with deviations and their reasons', () => {
  const page = writePage(sampleEvents(), laterEvents)
  const { runs, rules } = JSON.parse(readFileSync(join(page, '..', 'matrix.json'), 'utf8')) as Matrix
  const knownRule = rules.find(({ id }) => id === 'authn.jwt.email-verified')

  expect(runs.map(({ name }) => name)).toEqual(['kubernetes v1.34.9', 'kubernetes v1.36.0'])
  expect(rules).toHaveLength(11)
  expect(knownRule?.cells.map((cell) => cell?.shown)).toEqual(['known-failing', 'held'])
  expect(knownRule?.cells[0]?.known?.[0]?.link).toBe('https://example.org/issues/4711')
})

test('runs with the same name are numbered by their position', () => {
  const page = readFileSync(writePage(laterEvents, laterEvents), 'utf8')

  expect(page).toContain('kubernetes v1.36.0 (1)')
  expect(page).toContain('kubernetes v1.36.0 (2)')
})

test('omitted items are still compared and counted', () => {
  const eventsWithObservations = (last: string): readonly RunEvent[] =>
    sampleEvents().map((event) =>
      event.type === 'check' && event.observations.length > 0
        ? {
            ...event,
            observations: Array.from({ length: 21 }, (_, at) => ({
              what: `look ${at}`,
              value: at < 20 ? 'same' : last,
            })),
          }
        : event,
    )
  const page = writePage(eventsWithObservations('one'), eventsWithObservations('other'))
  const { rules } = JSON.parse(readFileSync(join(page, '..', 'matrix.json'), 'utf8')) as Matrix
  const observedRules = rules.filter(({ cells }) => cells[0]?.observed !== undefined)

  expect(observedRules.map(({ cells }) => cells[0]?.observed)).toEqual(
    observedRules.map(({ cells }) => cells[1]?.observed),
  )
  expect(observedRules.map(({ cells }) => cells.map((cell) => cell?.more))).toEqual([
    [{ observed: 15 }, { observed: 15 }],
  ])
  expect(rules.filter(({ differs }) => differs)).toEqual(observedRules)
})

const chromium = findChromium()

// The page follows an address asynchronously. A rule is shown once its article is visible.
const shownRuleSelector = '#rule:not([hidden])'

describe.skipIf(chromium === undefined)('the matrix in Chromium, from file://', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
  })
  afterAll(() => browser?.close())

  async function openMatrix(
    file: string,
    width = 1280,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    await page.goto(pathToFileURL(file).href)
    await page.waitForSelector('#rows tr', { state: 'attached' })
    return page
  }

  test('the matrix filters by words, section, profile and difference, and links to the results of a rule', async () => {
    const page = await openMatrix(writePage(sampleEvents(), laterEvents))
    const rows = (): Promise<number> => page.locator('#rows tr').count()
    const rowCounts = [await rows()]
    await page.check('#different')
    rowCounts.push(await rows())
    await page.uncheck('#different')
    await page.selectOption('#profile', 'apiserver-states')
    rowCounts.push(await rows())
    await page.selectOption('#profile', '')
    await page.fill('#text', 'email-verified')
    rowCounts.push(await rows())
    await page.locator('#rows a').first().click()
    const rule = await page.textContent(shownRuleSelector)
    await page.goBack()
    await page.waitForSelector('#overview')

    expect(rowCounts).toEqual([11, 8, 1, 1])
    expect(rule).toContain('The automatic check is missing when the prefix is empty')
    expect(await page.isVisible(shownRuleSelector)).toBe(false)
  })

  test('the matrix compares the selected runs', async () => {
    const page = await openMatrix(writePage(sampleEvents(), laterEvents, laterEvents))
    const shownRowsAndHeadings = async (): Promise<unknown> => [
      await page.locator('#rows tr').count(),
      await page.locator('thead th:visible').allTextContents(),
    ]
    await page.check('#different')
    const shownAtFirst = await shownRowsAndHeadings()
    await page.uncheck('[data-run] >> nth=0')

    expect(shownAtFirst).toEqual([
      8,
      ['Rule', 'kubernetes v1.34.9', 'kubernetes v1.36.0 (2)', 'kubernetes v1.36.0 (3)'],
    ])
    expect(await shownRowsAndHeadings()).toEqual([
      0,
      ['Rule', 'kubernetes v1.36.0 (2)', 'kubernetes v1.36.0 (3)'],
    ])
  })

  test.for([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'the matrix is accessible and fits a window of %i pixels, in %s colours',
    async ([width, colours]) => {
      const page = await openMatrix(writePage(sampleEvents(), laterEvents), width, colours)

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(await violationsIn(page)).toEqual([])
      await page.locator('#rows a').first().click()
      await page.waitForSelector(shownRuleSelector)
      expect(await violationsIn(page)).toEqual([])
    },
  )

  test('the matrix executes no content of an implementation', async () => {
    const page = await openMatrix(writePage(hostileEvents(), sampleEvents()))
    for (const link of await page
      .locator('#rows a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))) {
      await page.evaluate(`location.hash = ${JSON.stringify(link)}`)
      await page.waitForSelector(
        `${shownRuleSelector}:has-text(${JSON.stringify(link?.replace('#rule:', ''))})`,
      )
    }

    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
  })
})
