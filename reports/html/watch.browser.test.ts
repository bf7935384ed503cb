import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WatchPages } from '#harness/cli/watch-pages.ts'
import { findChromium, launchChromium } from '../testing/browser.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { greenEvents, sampleEvents } from '../testing/sample-run.ts'
import { writeReports } from '../output/write.ts'

const chromium = findChromium()
let browser: Browser
let out: string
beforeAll(async () => {
  if (chromium === undefined) return
  browser = await launchChromium(chromium)
  out = await mkdtemp(join(tmpdir(), 'watch-page-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(out, { recursive: true, force: true })
})

test.skipIf(chromium === undefined)('a page that a watch opens follows its runs', async () => {
  const rerunFolder = join(out, 'rerun')
  await mkdir(rerunFolder)
  await writeReports(out, sampleEvents(), sampleEvidence)
  const pages = new WatchPages([out, rerunFolder])
  pages.markEnded(out)
  const page = await browser.newPage()
  const rule = 'rule:authn.jwt.iss-equals-issuer-url'
  const title = (): Promise<string> => page.title()
  const waitUntilShown = (text: string): Promise<unknown> =>
    page.waitForSelector(`.watch:has-text("${text}")`)

  await page.goto(`${pathToFileURL(pages.page).href}#${rule}`)
  await waitUntilShown('this page follows the runs')
  expect(await title()).toMatch(/^1 check in 1 of 11 rules broken/)
  pages.markRunning()
  await waitUntilShown('The checks run again')
  await writeReports(rerunFolder, greenEvents(), sampleEvidence)
  pages.markEnded(rerunFolder)
  await page.waitForURL(/rerun\/report\.html\?watch#rule:/)
  expect(await title()).toMatch(/^Conformant/)
  await waitUntilShown('this page follows the runs')
  await writeReports(rerunFolder, sampleEvents(), sampleEvidence)
  pages.markEnded(rerunFolder)
  await expect.poll(title).toMatch(/^1 check/)
  pages.remove()
  await waitUntilShown('The watch has ended')
})

test.skipIf(chromium === undefined)('a page that the user opens does not follow runs', async () => {
  await writeReports(out, sampleEvents(), sampleEvidence)
  const page = await browser.newPage()
  await page.goto(pathToFileURL(join(out, 'report.html')).href)

  expect(await page.locator('.watch').count()).toBe(0)
})
