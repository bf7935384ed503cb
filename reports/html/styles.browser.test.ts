import { describe, expect } from 'vitest'
import { findChromium } from '../testing/browser.ts'
import { contrasts } from '../testing/contrast.ts'
import { largeEvents } from '../testing/large-run.ts'
import { openingReports } from '../testing/opened-report.ts'
import { sampleRules } from '../testing/sample-rules.ts'
import { greenEvents } from '../testing/sample-run.ts'

const chromium = findChromium()
const test = openingReports(chromium)
const brokenCheck = 'authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash'

describe.skipIf(chromium === undefined)('the styles of report.html in Chromium', () => {
  test.for(['light', 'dark'] as const)(
    'the page has readable text in %s colours',
    async (colours, { open }) => {
      const { page } = await open({ colours, hash: `#check:${brokenCheck}` })
      await page.click('.chip[value=broken]')
      await page.click('.chip[value=MUST]')
      const contrastTexts = await page.evaluate<ReturnType<typeof contrasts>>(`(${String(contrasts)})()`)

      expect(contrastTexts.length).toBeGreaterThan(60)
      expect(contrastTexts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    },
  )

  test('the theme button changes the colours of the page', async ({ open }) => {
    const { page } = await open({ colours: 'light' })
    const backgroundColour = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor')
    const colourBefore = await backgroundColour()
    await page.click('#theme')
    await page.click('#theme')

    expect([colourBefore, await backgroundColour()]).toEqual(['rgb(246, 247, 249)', 'rgb(15, 18, 22)'])
  })

  test.for([390, 1280])(
    'the page scrolls to the heading of a linked check in a window %i pixels wide',
    async (width, { open }) => {
      const lastCheck = largeEvents(100).findLast((event) => event.type === 'check')?.id
      const { page } = await open({ events: largeEvents(100), width, hash: `#check:${lastCheck}` })
      const summary = page.locator('details.check[open] > summary')
      const summaryTop = async (): Promise<number> => (await summary.boundingBox())?.y ?? -1
      const bar = (): Promise<number> =>
        page.evaluate('document.querySelector(".pinned").getBoundingClientRect().bottom')

      await expect
        .poll(async () => (await summaryTop()) >= Math.max(0, await bar()) && (await summaryTop()) < 860)
        .toBe(true)
    },
  )

  test('the page shows the first rule of a green filtered run without scrolling', async ({ open }) => {
    const command = ['/opt/acme/releases/2026-11/linux-amd64/a-rather-long-folder/bin/kube-program']
    const roles = ['apiserver', 'controller-manager', 'cloud-controller-manager', 'node-agent']
    const events = greenEvents(sampleRules.slice(2, 3)).map((event) =>
      event.type === 'header'
        ? {
            ...event,
            selection: { only: ['authn.*'] },
            target: { ...event.target, programs: roles.map((role) => ({ role, command })) },
          }
        : event,
    )
    const { page } = await open({ events })
    const box = await page.locator('details.rule').first().boundingBox()

    expect(await page.textContent('.facts')).toContain(
      'Not used: controller-manager, cloud-controller-manager',
    )
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900)
    expect(await page.textContent('#theme')).toBe('Theme: system')
  })

  test('the page fits a narrow screen', async ({ open }) => {
    const { page } = await open({ width: 390, hash: `#check:${brokenCheck}` })

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
