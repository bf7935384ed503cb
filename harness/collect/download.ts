import { writeFile } from 'node:fs/promises'
import { HarnessError, messageOf } from '../errors.ts'
import { type InputKind, inputKinds, sizeText } from '../input/kinds.ts'

/** Limits of one download. */
export interface DownloadLimits {
  /** Origins that a redirect may lead to, in addition to the origin of the URL. */
  readonly redirects: readonly string[]
  /** Time for the whole download, in milliseconds. */
  readonly withinMs: number
  /** Maximum size in bytes, after decompression. */
  readonly maxBytes: number
}

/** Time for one download, in milliseconds: 256 MiB at some 4 MB per second. */
export const downloadMs = 60_000

const maxRedirects = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Reports whether the location of a result is a URL. */
export function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place)
}

/**
 * Downloads a file. Sends no credentials, and rejects a URL with credentials.
 * @throws HarnessError `config-fault` for a response that is not 200, for a redirect to another origin, and beyond a
 * limit
 */
export async function download(
  url: string,
  to: string,
  kind: InputKind,
  { redirects, withinMs = downloadMs, maxBytes = inputKinds[kind].maxBytes }: Partial<DownloadLimits> = {},
): Promise<void> {
  const signal = AbortSignal.timeout(withinMs)
  try {
    const allowedOrigins = [originOf(url, url), ...(redirects ?? [])]
    const response = await fetchFollowingRedirects(url, allowedOrigins, signal)
    await writeFile(to, await bytesOf(response, url, maxBytes))
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    const reason = signal.aborted
      ? `it was not complete within ${withinMs / 1000} s`
      : messageOf(thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown)
    throw new HarnessError('config-fault', `${url} could not be downloaded: ${reason}.`, { cause: thrown })
  }
}

async function fetchFollowingRedirects(
  url: string,
  allowedOrigins: readonly string[],
  signal: AbortSignal,
): Promise<Response> {
  let currentUrl = url
  for (let step = 0; step <= maxRedirects; step++) {
    const response = await fetch(currentUrl, { redirect: 'manual', signal, credentials: 'omit' })
    if (response.status === 200) return response
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (!redirectStatuses.has(response.status) || location === null)
      throw refusal(url, `the server returned status ${response.status}`)
    const nextUrl = new URL(location, currentUrl).href
    if (!allowedOrigins.includes(originOf(nextUrl, url)))
      throw refusal(
        url,
        `it is redirected to ${nextUrl}, another origin. If that is intended, add ${new URL(nextUrl).origin} to redirects`,
      )
    currentUrl = nextUrl
  }
  throw refusal(url, `it is redirected more than ${maxRedirects} times`)
}

async function bytesOf(response: Response, url: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the download.
    if (bytes > maxBytes) throw refusal(url, `it has more than ${sizeText(maxBytes)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function originOf(url: string, listedUrl: string): string {
  const { origin, protocol, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:')
    throw refusal(listedUrl, `it leads to ${protocol}//, which is neither http nor https`)
  if (username !== '' || password !== '')
    throw new HarnessError('config-fault', 'A URL with a user or a password is refused: remove them.')
  return origin
}

function refusal(url: string, why: string): HarnessError {
  return new HarnessError('config-fault', `${url} could not be downloaded: ${why}.`)
}
