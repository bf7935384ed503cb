import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launchChromium } from '../testing/browser.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import { writeReports } from '../output/write.ts'

const chromium = findChromium()
const directory = mkdtempSync(join(tmpdir(), 'orch-failures-'))
let browser: Browser

async function openReport(width = 1280): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  await page.goto(pathToFileURL(join(directory, 'report.html')).href)
  return page
}

const readFocusedId = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.closest("details")?.id ?? document.activeElement.id')

describe.skipIf(chromium === undefined)('the failures of report.html in Chromium', () => {
  beforeAll(async () => {
    await writeReports(directory, sampleEvents(), sampleEvidence)
    browser = await launchChromium(chromium ?? '')
  })

  afterAll(async () => {
    await browser?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test.for([390, 1280])(
    'the page shows a failure without scrolling in a window %i pixels wide',
    async (width) => {
      const page = await openReport(width)
      const box = await page.locator('.card').first().boundingBox()

      expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(844)
    },
  )

  test('a key focuses the failures one after the other, in the order of their list', async () => {
    const page = await openReport()
    const listedIds = await page
      .locator('.attention .card')
      .evaluateAll((cards) => cards.map((card) => decodeURI(card.getAttribute('href')?.slice(1) ?? '')))
    const focusedIds: string[] = []
    for (const _ of listedIds) {
      await page.keyboard.press('n')
      focusedIds.push(await readFocusedId(page))
    }

    expect(listedIds.length).toBeGreaterThan(3)
    expect(focusedIds).toEqual(listedIds)
  })

  test('a count links to the counted checks', async () => {
    const page = await openReport()
    await page.click('[data-show=broken]')

    expect(await page.locator('details.rule:visible').count()).toBe(1)
    expect(await readFocusedId(page)).toBe('rules')
  })
})
