import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent, TimelineEntry } from '#harness/events.ts'
import type { Manifest } from '../certificate/manifest.ts'
import { renderCertificate } from '../certificate/page.ts'
import { manifestOf } from '../certificate/build-manifest.ts'
import { compareRuns } from '../comparison/compare.ts'
import { partsOf } from '../comparison/parts.ts'
import { resultOf } from '../result.ts'
import { violationsIn } from '../testing/accessible.ts'
import { findChromium, launchChromium } from '../testing/browser.ts'
import { hostileEvents, hostileEvidence, hostileText } from '../testing/hostile-run.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import { trendReport } from '../trend/index.ts'
import { writeReports } from '../output/write.ts'
import { partsHtml } from './parts.ts'

const chromium = findChromium()
const directory = mkdtempSync(join(tmpdir(), 'orch-pages-'))
let browser: Browser

beforeAll(async () => {
  if (chromium !== undefined) browser = await launchChromium(chromium)
})
afterAll(async () => {
  await browser?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Returns the same run with every check held, at an earlier time. */
function createEarlierRun(events: readonly RunEvent[], day = 1): RunEvent[] {
  return events.map((event): RunEvent => {
    if (event.type === 'header') return { ...event, startedAt: `2026-11-0${day}T08:00:00.000Z` }
    return event.type === 'check' ? { ...event, verdict: 'held', observations: [] } : event
  })
}

/** Returns a certificate whose target and deviations contain the given words. */
function certificateOf(events: readonly RunEvent[], words: string): string {
  const programs = [
    { role: words, version: words, files: [{ name: words, sha256: 'a'.repeat(64) }] },
  ] satisfies Manifest['target']['programs']
  const manifest = manifestOf(events, [], { programs, expiresAt: '2027-12-01T00:00:00.000Z' })
  const declaration = { ...manifest.declaration, knownDepartures: [{ check: words, reason: words }] }
  return renderCertificate(
    { ...manifest, profiles: [{ name: words, rules: 3 }], declaration },
    'the-thumbprint-of-a-key',
  )
}

/** Returns a timeline with documented state transitions. */
function lifecycle(startedAtMs: number, words: string): TimelineEntry[] {
  const entryAt = (ms: number, more: Omit<TimelineEntry, 'atMs'>): TimelineEntry => ({
    ...more,
    atMs: startedAtMs + ms,
  })
  return [
    entryAt(0, { source: words, kind: 'request', what: '200, 9 times', untilMs: startedAtMs + 90 }),
    entryAt(50, {
      source: 'documented',
      kind: 'note',
      what: words,
      data: { state: `draining ${words}`, before: 'serving' },
    }),
    entryAt(51, { source: 'apiserver', kind: 'signal', what: 'SIGTERM' }),
    entryAt(95, { source: words, kind: 'request', what: `429 ${words}`, untilMs: startedAtMs + 99 }),
    entryAt(120, { source: 'apiserver', kind: 'exit', what: 'exit code 0' }),
  ]
}

async function openPage(file: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(pathToFileURL(file).href)
  return page
}

/** Functions that open each kind of page from disk, with all its parts expanded. */
const pageKinds = {
  report: async (events: readonly RunEvent[], words: string): Promise<Page> => {
    const outDir = mkdtempSync(join(directory, 'out-'))
    const isHostile = words === hostileText
    await writeReports(outDir, events, (check) => {
      const leftEvidence = isHostile ? hostileEvidence() : sampleEvidence(check)
      return (
        leftEvidence && {
          ...leftEvidence,
          timeline: [...leftEvidence.timeline, ...lifecycle(check.startedAtMs, words)],
        }
      )
    })
    const page = await openPage(join(outDir, 'report.html'))
    await page.click('#expand')
    // A few checks contain every element. Opening more of them would only take longer.
    await page.evaluate(
      'for (const one of [...document.querySelectorAll(".check")].slice(0, 2)) one.open = true',
    )
    await page.waitForSelector('.timeline')
    await page.evaluate(
      'for (const one of document.querySelectorAll(".check[open] details, .appendix details")) one.open = true',
    )
    return page
  },
  comparison: (events: readonly RunEvent[]): Promise<Page> => {
    const comparison = compareRuns(resultOf(createEarlierRun(events)), resultOf(events))
    const comparisonWithHostileText = { ...comparison, onlyBefore: [...comparison.onlyBefore, hostileText] }
    return openText(partsHtml(partsOf(comparisonWithHostileText)))
  },
  trend: (events: readonly RunEvent[]): Promise<Page> =>
    openText(trendReport([createEarlierRun(events), createEarlierRun(events, 2), events], 'html').text),
  certificate: (events: readonly RunEvent[], words: string): Promise<Page> =>
    openText(certificateOf(events, words)),
}

function openText(text: string): Promise<Page> {
  const file = join(mkdtempSync(join(directory, 'page-')), 'page.html')
  writeFileSync(file, text)
  return openPage(file)
}

describe.skipIf(chromium === undefined)('every kind of page', () => {
  test.for(Object.entries(pageKinds))(
    'axe reports no violation on the page of a %s, in light and dark, on a narrow screen and on paper',
    { timeout: 120_000 },
    async ([, open]) => {
      const page = await open(sampleEvents(), 'plain words')

      expect(await violationsIn(page)).toEqual([])
      await page.close()
    },
  )

  test.for(Object.entries(pageKinds))(
    'hostile text on the page of a %s runs no script, keeps the direction of the text and does not widen the page',
    { timeout: 60_000 },
    async ([, open]) => {
      const page = await open(hostileEvents(), hostileText)
      await page.setViewportSize({ width: 390, height: 844 })
      const text = await page.evaluate<string>('document.body.textContent')

      expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
      expect(await page.locator('img, iframe, object').count()).toBe(0)
      expect(text).toContain('turned')
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await page.close()
    },
  )
})
