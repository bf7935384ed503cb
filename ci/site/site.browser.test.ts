import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsIn } from '#reports/testing/accessible.ts'
import { findChromium, launchChromium } from '#reports/testing/browser.ts'

const outDir = mkdtempSync(join(tmpdir(), 'orch-site-'))
const chromium = findChromium()
let browser: Browser

beforeAll(async () => {
  const buildScript = fileURLToPath(new URL('build.mjs', import.meta.url))
  execFileSync(process.execPath, [buildScript, '--out', outDir], { stdio: 'pipe' })
  if (chromium !== undefined) browser = await launchChromium(chromium)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  rmSync(outDir, { recursive: true, force: true })
})

const pages = (): string[] =>
  readdirSync(outDir, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.html'))

test('every link and picture of every page refers to an existing file and anchor of the site', () => {
  // Links in the templates of scripts have no targets yet.
  const textOf = (name: string): string =>
    readFileSync(join(outDir, name), 'utf8').replaceAll(/<script\b[^]*?<\/script>/g, '')
  const texts = new Map(pages().map((name) => [name, textOf(name)]))
  const brokenLinks = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/ (?:href|src)="(?![a-z]+:)([^"#]*)(?:#([^"]+))?"/g)].flatMap(([link, to = '', id]) => {
      const file = to === '' ? name : join(dirname(name), to)
      const isThere =
        texts.get(file)?.includes(`id="${id}"`) ?? (id === undefined && existsSync(join(outDir, file)))
      return isThere || (id === undefined && existsSync(join(outDir, file))) ? [] : [`${name}:${link}`]
    }),
  )

  expect(texts.size).toBeGreaterThan(100)
  expect(brokenLinks).toEqual([])
})

test('tasks, commands and rules are pages of the site', () => {
  expect(pages()).toEqual(
    expect.arrayContaining([
      'index.html',
      'docs/quick-start.html',
      'docs/capabilities.html',
      'docs/troubleshooting.html',
      'docs/peers.html',
      'docs/commands/run.html',
      'rules/1-authenticationconfiguration.html',
    ]),
  )
})

test('each peer of the library has a page with its start function, its errors, and unsupported features', () => {
  const peers = pages().filter((name) => name.startsWith('api-reference/peers/'))
  const incompletePages = peers.flatMap((name) => {
    const text = readFileSync(join(outDir, name), 'utf8')
    const isWhole = ['>start', 'await using', 'It speaks'].every((part) => text.includes(part))
    return isWhole ? [] : [name]
  })

  expect(peers).toHaveLength(16)
  expect(incompletePages).toEqual([])
})

describe.skipIf(chromium === undefined)('the site opened from disk', () => {
  /** Opens a page. Returns the page, and the list to which errors of its console are added. */
  async function openPage(name: string): Promise<{ page: Page; consoleErrors: string[] }> {
    const page = await browser.newPage()
    const consoleErrors: string[] = []
    page.on('console', (message) => consoleErrors.push(message.text()))
    page.on('pageerror', (error) => consoleErrors.push(error.message))
    await page.goto(pathToFileURL(join(outDir, name)).href)
    return { page, consoleErrors }
  }

  test('a user finds and opens a rule with the keyboard', async () => {
    const { page, consoleErrors } = await openPage('docs/results.html')
    await page.keyboard.press('/')
    await page.keyboard.type('authn.jwt.order-of-steps')
    await page.waitForSelector('#found a')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/rules\/1-authentication\.html#authn\.jwt\.order-of-steps$/)

    expect(await page.locator('h2[id="authn.jwt.order-of-steps"]').count()).toBe(1)
    expect(consoleErrors).toEqual([])
    await page.close()
  })

  test('the search finds words of a page despite small spelling mistakes', async () => {
    const { page } = await openPage('index.html')
    await page.fill('#search', 'exit code conformence')
    await page.waitForSelector('#found a')

    expect(await page.locator('#found a').first().getAttribute('href')).toMatch(/^docs\//)
    await page.close()
  })

  test.for(['index.html', 'docs/conformance.html', 'docs/commands/run.html', 'rules/1-authentication.html'])(
    '%s: axe reports no violation, in light and dark, on a narrow screen and on paper',
    { timeout: 120_000 },
    async (name) => {
      const { page, consoleErrors } = await openPage(name)
      // Requests of axe are blocked, which adds errors to the console.
      const pageErrors = [...consoleErrors]
      const violations = await violationsIn(page)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 390, height: 844 })

      expect(violations).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      expect(pageErrors).toEqual([])
      await page.close()
    },
  )
})
