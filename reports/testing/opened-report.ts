import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import type { ReadEvidence } from '../evidence.ts'
import { writeReports } from '../output/write.ts'
import { launchChromium } from './browser.ts'
import { sampleEvidence } from './sample-evidence.ts'
import { sampleEvents } from './sample-run.ts'

/** Content of a report and the way to open it. */
export interface OpenOptions {
  readonly events?: readonly RunEvent[]
  readonly evidence?: ReadEvidence
  readonly hash?: string
  readonly colours?: 'light' | 'dark'
  readonly width?: number
}

/** Report in the browser. */
export interface OpenedReport {
  readonly page: Page
  /** Errors of the page, and every URL that it requested. */
  readonly errors: readonly string[]
  readonly requests: readonly string[]
}

/** Opens reports for the tests of a file. Pages are closed after each test, and the browser after all tests. */
export function openingReports(chromium: string | undefined) {
  let browser: Browser
  let directory: string

  beforeAll(async () => {
    if (chromium === undefined) return
    directory = await mkdtemp(join(tmpdir(), 'orch-reports-'))
    browser = await launchChromium(chromium)
  })

  afterAll(async () => {
    await browser?.close()
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  })

  return test.extend('open', async ({}, { onCleanup }) => {
    const pages: Page[] = []
    onCleanup(async () => {
      await Promise.all(pages.map((page) => page.close()))
    })
    return async (opening: OpenOptions = {}): Promise<OpenedReport> => {
      const {
        events = sampleEvents(),
        evidence = sampleEvidence,
        hash = '',
        colours = 'light',
        width = 1280,
      } = opening
      const outDir = await mkdtemp(join(directory, 'out-'))
      await writeReports(outDir, events, evidence)
      const file = join(outDir, 'report.html')
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: colours })
      pages.push(page)
      const errors: string[] = []
      const requests: string[] = []
      page.on('console', (message) => message.type() !== 'log' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(`${pathToFileURL(file).href}${hash}`)
      return { page, errors, requests }
    }
  })
}
