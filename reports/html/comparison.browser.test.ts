import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import { compareRuns } from '../comparison/compare.ts'
import { partsOf } from '../comparison/parts.ts'
import { resultOf } from '../result.ts'
import { findChromium, launchChromium } from '../testing/browser.ts'
import { contrasts } from '../testing/contrast.ts'
import { hostileEvents } from '../testing/hostile-run.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import { partsHtml } from './parts.ts'

const chromium = findChromium()
const greenEvents = sampleEvents().map(
  (event): RunEvent => (event.type === 'check' ? { ...event, verdict: 'held', observations: [] } : event),
)
let browser: Browser

beforeAll(async () => {
  if (chromium !== undefined) browser = await launchChromium(chromium)
})
afterAll(async () => {
  await browser?.close()
})

/** Opens the page that compares a run with a green one, and returns it with its console problems and requests. */
async function openComparison(
  after = sampleEvents(),
  colours: 'light' | 'dark' = 'light',
): Promise<{ page: Page; output: string[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: colours })
  const output: string[] = []
  page.on('console', (message) => output.push(message.text()))
  page.on('pageerror', (error) => output.push(error.message))
  page.on('request', (request) => output.push(request.url()))
  const comparison = compareRuns(resultOf(greenEvents), resultOf(after))
  await page.setContent(partsHtml(partsOf(comparison)))
  return { page, output }
}

describe.skipIf(chromium === undefined)('the page of a comparison', () => {
  test('the page of a comparison shows worse verdicts, including on a narrow screen', async () => {
    const { page, output } = await openComparison()

    expect(await page.locator('h2').allTextContents()).toContain('Verdicts')
    expect(await page.locator('td strong').first().textContent()).toBe('harness fault')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(output).toEqual([])
  })

  test('the page of a comparison executes no content of an implementation', async () => {
    const { page, output } = await openComparison(hostileEvents())

    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
    expect(await page.locator('script, img').count()).toBe(0)
    expect(output).toEqual([])
  })

  test.for(['light', 'dark'] as const)(
    'the page of a comparison has readable text in %s colours',
    async (colours) => {
      const { page } = await openComparison(sampleEvents(), colours)

      const contrastTexts = await page.evaluate<ReturnType<typeof contrasts>>(`(${String(contrasts)})()`)

      expect(contrastTexts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    },
  )
})
