import { existsSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { request as requestSecure } from 'node:https'
import { once } from 'node:events'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { filesAt, podsIn, podsOf } from './manifests.ts'
import type { Pod, PodSource } from './pod.ts'

/** Settings for the sources of pods. */
export interface SourceOptions {
  readonly node: string
  readonly config: AgentConfiguration
  readonly say: (line: string) => void
  /** Receives all pods of a source whenever they may have changed. */
  readonly tell: (source: PodSource, pods: readonly Pod[]) => void
}

const timeoutMs = 10_000
const minPeriodMs = 10
const defaultPeriodMs = 20_000

/** Reads the pods of files and of a URL, now and periodically until the process ends. */
export function watchSources(options: SourceOptions): void {
  const { config } = options
  if (!config.bool('register-node') && fault('unregistered-runs-nothing')) return
  const path = config.string('pod-manifest-path')
  if (path !== '') watchFiles(path, options)
  const url = config.string('manifest-url')
  if (url !== '' && !fault('manifest-url-ignored')) void watchUrl(url, options)
}

function watchFiles(path: string, { node, config, say, tell: notify }: SourceOptions): void {
  let firstText: string | undefined
  const knownFiles = new Set(filesAt(path))
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined && fault('later-paths-ignored')) return
  const isSingleFile = stats?.isFile() === true
  const check = (): void => {
    const files = filesAt(path).filter((file) => knownFiles.has(file) || !fault('new-files-not-seen'))
    const pods = podsIn(files, node, say)
    const uids = pods.map(({ uid }) => uid).join()
    if (pods.length > 0 && fault('static-pods-not-run')) return
    if (isSingleFile && !existsSync(path) && fault('single-file-removal-ignored')) return
    if (firstText !== undefined && uids !== firstText && fault('files-read-once')) return
    firstText ??= uids
    notify('file', pods)
  }
  check()
  const frequencyMs = config.durationMs('file-check-frequency')
  const isFrequencyUsed = frequencyMs >= defaultPeriodMs || !fault('file-check-frequency-ignored')
  setInterval(check, Math.max(minPeriodMs, isFrequencyUsed ? frequencyMs : defaultPeriodMs))
}

/** Earlier contents of the URL. Only a fault uses them. */
const previousTexts = new Set<string>()
let lastText: string | undefined

async function watchUrl(url: string, options: SourceOptions): Promise<void> {
  const { node, config, say, tell: notify } = options
  try {
    const { status, text } = await get(url, hasHeaders() ? headersOf(config) : [])
    if (status !== 200) throw new Error(`it answers ${status}`)
    const isFormerText = text !== lastText && previousTexts.has(text) && fault('url-former-pods-not-run')
    if (!isFormerText) lastText = text
    previousTexts.add(text)
    if (!isFormerText) notify('url', text.trim() === '' ? [] : podsOf(text, 'url', originOf(url, text), node))
  } catch (error) {
    say(`${url}: ${error instanceof Error ? error.message : String(error)}`)
    if (fault('url-given-up')) return
    if (fault('failed-url-has-no-pods')) notify('url', [])
  }
  if (fault('url-read-once')) return
  const intervalMs = fault('http-check-frequency-ignored')
    ? defaultPeriodMs
    : config.durationMs('http-check-frequency')
  setTimeout(() => void watchUrl(url, options), Math.max(minPeriodMs, intervalMs))
}

let requestCount = 0

/** Reports whether the next request has the configured headers. Only a fault leaves them out. */
function hasHeaders(): boolean {
  requestCount += 1
  return requestCount === 1 || !fault('manifest-headers-sent-once')
}

function originOf(url: string, text: string): string {
  return fault('url-rewritten-restarted') ? `${url} ${text}` : url
}

/** Returns header lines as they are sent: alternating names and values. */
function headersOf(config: AgentConfiguration): string[] {
  const headers = (config.value('manifest-url-header') ?? {}) as Readonly<Record<string, readonly string[]>>
  if (Object.keys(headers).length > 0 && fault('manifest-headers-not-sent')) return []
  return Object.entries(headers).flatMap(([name, values]) => {
    const hasSeveral = values.length > 1
    if (hasSeveral && fault('manifest-headers-last-wins')) return [name, values.at(-1) ?? '']
    const orderedValues = hasSeveral && fault('manifest-headers-reversed') ? values.toReversed() : values
    return orderedValues.flatMap((value) => [name, value])
  })
}

async function get(url: string, headers: string[]): Promise<{ status: number; text: string }> {
  const openRequest = url.startsWith('https:') ? requestSecure : request
  const clientRequest = openRequest(url, {
    headers: ['Host', new URL(url).host, ...headers],
    signal: AbortSignal.timeout(timeoutMs),
  })
  const response = once(clientRequest, 'response') as Promise<[import('node:http').IncomingMessage]>
  clientRequest.end()
  const [answer] = await response
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}
