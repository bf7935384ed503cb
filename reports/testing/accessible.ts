import axe from 'axe-core'
import type { Page } from 'playwright'

/** Display settings for a page. */
export const colourSchemes = {
  light: { colours: 'light', width: 1280, media: 'screen' },
  dark: { colours: 'dark', width: 1280, media: 'screen' },
  narrow: { colours: 'light', width: 390, media: 'screen' },
  printed: { colours: 'light', width: 800, media: 'print' },
} as const

/** Returns the axe violations of a page in each display setting: `dark: color-contrast at .verdict`. */
export async function violationsIn(page: Page): Promise<string[]> {
  const violationTexts: string[] = []
  await page.evaluate(axe.source)
  for (const [name, { colours, width, media }] of Object.entries(colourSchemes)) {
    await page.emulateMedia({ colorScheme: colours, media })
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await page.evaluate<{ violations: Violation[] }>(
      'axe.run({ resultTypes: ["violations"] })',
    )
    for (const { id, nodes } of violations)
      for (const { target } of nodes) violationTexts.push(`${name}: ${id} at ${target.join(' ')}`)
  }
  return violationTexts
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[] }[]
}
