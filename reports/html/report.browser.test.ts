import { rm } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect } from 'vitest'
import { renderJUnit } from '../formats/junit.ts'
import { resultOf } from '../result.ts'
import { findChromium } from '../testing/browser.ts'
import { hostileEvents, hostileEvidence } from '../testing/hostile-run.ts'
import { largeEvents } from '../testing/large-run.ts'
import { openingReports } from '../testing/opened-report.ts'
import { sampleEvents } from '../testing/sample-run.ts'

const chromium = findChromium()
const test = openingReports(chromium)
const brokenCheck = 'authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash'

const shownRules = (page: Page): Promise<number> => page.locator('details.rule:visible').count()
const readFocusedId = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.closest("details")?.id ?? document.activeElement.id')

describe.skipIf(chromium === undefined)('report.html in Chromium, from file://', () => {
  test('the page requests only its own files, reports no problem, and loads the parts that the user opens', async ({
    open,
  }) => {
    const { page, errors, requests } = await open()
    await page.click('#expand')
    const earlierRequests = [...requests]
    await page.locator('details.check > summary').first().click()
    await page.waitForSelector('details.check[open] .timeline')

    expect(earlierRequests).toEqual([page.url()])
    expect(requests.slice(1)).toEqual([expect.stringMatching(/^file:.*\/evidence\/pages\/1\.js$/)])
    expect(errors).toEqual([])
  })

  test('the page names the missing files when the evidence is not next to the page', async ({ open }) => {
    const { page } = await open()
    await rm(new URL('evidence', page.url()), { recursive: true })
    await page.click('#expand')
    await page.locator('details.check > summary').first().click()

    await page.waitForSelector('details.check[open] .nothing')
    expect(await page.textContent('details.check[open] .nothing')).toContain('Keep the folder “evidence”')
  })

  test('the page filters by verdict, level, document and words, and shows the number of matches', async ({
    open,
  }) => {
    const { page } = await open()
    const ruleCounts: Record<string, number> = { all: await shownRules(page) }
    await page.click('.chip[value=broken]')
    ruleCounts.broken = await shownRules(page)
    await page.click('.chip[value=crashed]')
    ruleCounts.brokenOrCrashed = await shownRules(page)
    await page.click('#clear')
    await page.click('.chip[value=SHOULD]')
    ruleCounts.should = await shownRules(page)
    await page.click('#clear')
    await page.selectOption('#document', '3')
    ruleCounts.document3 = await shownRules(page)
    await page.fill('#text', 'goaway chance')
    ruleCounts.words = await shownRules(page)
    const countText = await page.textContent('#count')
    await page.fill('#text', 'no such thing')
    ruleCounts.none = await shownRules(page)

    expect(Object.values(ruleCounts)).toEqual([11, 1, 2, 1, 3, 1, 0])
    expect(countText).toBe('Showing 1 of 11 rules, 2 of 21 checks')
    expect(await page.isVisible('.none')).toBe(true)
  })

  test('the page hides the checks of a shown rule that do not match', async ({ open }) => {
    const { page } = await open()
    await page.click('.chip[value=broken]')
    await page.click('#expand')

    expect(await page.locator('details.check:visible').count()).toBe(1)
  })

  test('the page shows the check or rule that its URL names, despite closed sections and filters', async ({
    open,
  }) => {
    const { page } = await open({ hash: `#check:${brokenCheck}` })
    await page.waitForFunction('document.activeElement.closest("details.check") !== null')
    const openedIds = await page.locator('details.check[open]').evaluateAll((all) => all.map(({ id }) => id))
    const focusedAtOpening = await readFocusedId(page)
    await page.click('.chip[value=held]')
    await page.evaluate('location.hash = "#rule:authn.jwt.audience-match-policy"')
    await page.waitForFunction(
      'document.activeElement.closest("details")?.id === "rule:authn.jwt.audience-match-policy"',
    )

    expect([openedIds, focusedAtOpening]).toEqual([[`check:${brokenCheck}`], `check:${brokenCheck}`])
    expect(await shownRules(page)).toBe(11)
  })

  test('the page navigates from a refusal to its control check, repeatedly', async ({ open }) => {
    const { page } = await open({ hash: `#check:${brokenCheck}` })
    const link = page.locator('details.check[open] .twin a').first()
    const twinId = 'check:authn.jwt.iss-equals-issuer-url/accepts-a-token-whose-iss-is-issuer-url'
    await link.click()
    const focusedId = await readFocusedId(page)
    await link.click()

    expect([focusedId, await readFocusedId(page)]).toEqual([twinId, twinId])
  })

  test('the page shows the values, timeline, files and command of an opened check', async ({ open }) => {
    const { page } = await open({ hash: `#check:${brokenCheck}` })
    const check = page.locator('details.check[open]')
    await check.locator('details.file > summary').first().click()
    await expect.poll(() => check.locator('.file pre').first().textContent()).not.toBe('')

    expect(await check.locator('.values pre').allTextContents()).toEqual([
      '{ "status": 401 }',
      '{ "status": 201, "user": "alice@example.org" }',
    ])
    expect(await check.locator('.timeline .mark').count()).toBe(11)
    expect(await check.locator('.file pre').first().textContent()).toContain(
      'kind: AuthenticationConfiguration',
    )
    expect(await check.locator('.repro pre').textContent()).toContain(`repro ${brokenCheck}`)
  })

  test('the page links a mark of the timeline to its line in the table', async ({ open }) => {
    const { page } = await open({ hash: `#check:${brokenCheck}` })
    await page.locator('.timeline .mark[data-n="5"] use').click()

    expect(await page.locator('.timeline tr.lit').textContent()).toContain('GET /tenant-a/.well-known')
  })

  test('the page is usable with only the keyboard', async ({ open }) => {
    const { page } = await open()
    const focusedIds: string[] = []
    await page.keyboard.press('j')
    focusedIds.push(await readFocusedId(page))
    await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    focusedIds.push(await readFocusedId(page))
    await page.keyboard.press('k')
    focusedIds.push(await readFocusedId(page))
    await page.keyboard.press('n')
    focusedIds.push(await readFocusedId(page))
    await page.keyboard.press('/')
    focusedIds.push(await readFocusedId(page))
    await page.keyboard.type('email')
    const foundCount = await shownRules(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')

    expect(focusedIds).toEqual([
      'rule:authn.jwt.iss-equals-issuer-url',
      'check:authn.jwt.iss-equals-issuer-url/accepts-a-token-whose-iss-is-issuer-url',
      'rule:authn.jwt.iss-equals-issuer-url',
      `check:${brokenCheck}`,
      'text',
    ])
    expect([foundCount, await shownRules(page), await readFocusedId(page)]).toEqual([1, 11, 'document'])
  })

  test('the page explains its keys in a dialog, and closes the dialog with a key', async ({ open }) => {
    const { page } = await open()
    await page.keyboard.press('?')
    const isHelpShown = await page.isVisible('#help')
    await page.keyboard.press('Escape')

    expect([isHelpShown, await page.isVisible('#help')]).toEqual([true, false])
  })

  test('the page executes no content of an implementation', async ({ open }) => {
    const { page, errors, requests } = await open({ events: hostileEvents(), evidence: hostileEvidence })
    await page.click('#expand')
    for (const summary of await page.locator('details.check > summary').all()) await summary.click()

    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
    await expect.poll(() => page.locator('.timeline').count()).toBe(3)
    expect(errors).toEqual([])
    expect(requests.filter((url) => !url.startsWith(new URL('.', page.url()).href))).toEqual([])
  })

  test('the page opens within a second with as many rules and checks as the product has', async ({
    open,
  }) => {
    const { page } = await open({ events: largeEvents(2100), evidence: () => undefined })
    const session = await page.context().newCDPSession(page)
    // Measures the time of the page's own thread, independent of the load of the machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.reload()
    const { metrics } = await session.send('Performance.getMetrics')
    await page.fill('#text', 'statement 1042')

    expect(await shownRules(page)).toBe(1)
    expect(metrics.find(({ name }) => name === 'TaskDuration')?.value).toBeLessThan(1)
  }, 60_000)

  test('junit.xml is well-formed in a browser', async ({ open }) => {
    const { page } = await open()
    const xml = [sampleEvents(), hostileEvents()].map((events) => renderJUnit(resultOf(events)))
    const parse =
      '(texts) => texts.map((text) => new DOMParser().parseFromString(text, "text/xml").documentElement.nodeName)'

    expect(await page.evaluate(`(${parse})(${JSON.stringify(xml)})`)).toEqual(['testsuites', 'testsuites'])
  })
})
