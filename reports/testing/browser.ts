import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright'

// Names of Chromium executables. The headless shell is first because it opens pages in half the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * Finds a Chromium: `CHROMIUM_PATH`, then `/usr/bin`, then `PATH`. Prints on stderr when tests must run without one.
 * Throws when `CI` is `true`, because a pipeline must not skip them.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const chromiumPath = environment.CHROMIUM_PATH
  const directories = ['/usr/bin', ...(environment.PATH ?? '').split(delimiter)]
  const places = chromiumPath
    ? [chromiumPath]
    : directories.flatMap((directory) => names.map((name) => join(directory, name)))
  const foundPath = places.find((place) => existsSync(place))
  if (foundPath !== undefined) return foundPath
  const searchedPlaces = chromiumPath
    ? `CHROMIUM_PATH (${chromiumPath})`
    : `/usr/bin and PATH (${names.join(', ')})`
  const message = `No browser was found in ${searchedPlaces}.`
  if (environment.CI === 'true') throw new Error(`${message} CI must have one: apt-get install ${names[0]}.`)
  process.stderr.write(
    `${message} The browser tests are skipped; install ${names[0]} or set CHROMIUM_PATH.\n`,
  )
  return undefined
}

/** Starts a browser without background network access. */
export function launchChromium(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, headless: true, args })
}
