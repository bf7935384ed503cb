import { isDeepStrictEqual } from 'node:util'
import { stableAnswer, stableBody } from '#harness/cause/stable-text.ts'
import { dialects } from '#harness/target/dialects.ts'
import type { TimelineEntry } from '#harness/events.ts'

/** Requests and responses of checks, from their timelines, oldest first. */
export type Timelines = (check: string) => readonly TimelineEntry[]

/** Difference between the responses of a program in two runs. The same difference in many checks is one change. */
export interface TranscriptChange {
  /**
   * Requests such as `GET /healthz as admin`, in the terms that all dialects share. Only the change of a header has
   * several requests.
   */
  readonly requests: readonly string[]
  /** `status`, `header retry-after` or `body`, or a text for a request that only one of the runs sent. */
  readonly what: string
  /** `null` if the earlier run has no value. */
  readonly before: unknown
  readonly after: unknown
  /** Checks that observed the change, in the order of the plan. */
  readonly checks: readonly string[]
}

/** Requests of one run and the settings to read them. */
export interface TranscriptSource {
  readonly timelines: Timelines
  /** Name of the target's dialect, whose terms are replaced by the terms that all dialects share. */
  readonly dialect: string
}

// Checks mark requests with queries, to identify them where they arrive.
const queryValue = /(?<=[?&][\w.-]+)=[^&\s]*\d[^&\s]*/g
// Headers that differ in every response and have no meaning for a comparison.
const passingHeaders = new Set([
  'date',
  'audit-id',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'etag',
])

/** Returns the different responses of programs to the same requests of the same checks in two runs. */
export function transcriptChanges(
  checks: readonly string[],
  before: TranscriptSource,
  after: TranscriptSource,
): TranscriptChange[] {
  const changesByKey = new Map<
    string,
    Change & { readonly requests: Set<string>; readonly checks: Set<string> }
  >()
  for (const check of checks) {
    const [old, now] = [responsesOf(check, before), responsesOf(check, after)]
    // Skips a check without requests in one of the runs: its verdicts show the difference, or there is no evidence.
    if (old.size === 0 || now.size === 0) continue
    for (const request of new Set([...old.keys(), ...now.keys()])) {
      for (const change of changesOf(old.get(request), now.get(request))) {
        // A changed header usually changes in all responses.
        const isHeader = change.what.startsWith('header ')
        const key = JSON.stringify(isHeader ? change : [request, change])
        const changeEntry = changesByKey.get(key) ?? { ...change, requests: new Set(), checks: new Set() }
        changeEntry.requests.add(request)
        changeEntry.checks.add(check)
        changesByKey.set(key, changeEntry)
      }
    }
  }
  return [...changesByKey.values()].map((one) => ({
    ...one,
    requests: [...one.requests],
    checks: [...one.checks],
  }))
}

interface TranscriptResponse {
  readonly outcome: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function responsesOf(
  check: string,
  { timelines, dialect }: TranscriptSource,
): ReadonlyMap<string, readonly TranscriptResponse[]> {
  const responsesByRequest = new Map<string, TranscriptResponse[]>()
  const requestEntries = timelines(check).filter((entry) => entry.kind === 'request' && entry.check === check)
  for (const { what, data } of requestEntries) {
    const arrowIndex = what.lastIndexOf(' → ')
    const request = stableAnswer(withoutRunDetails(what.slice(0, arrowIndex), dialect)).replace(
      queryValue,
      '=…',
    )
    const requestResponses = responsesByRequest.get(request)
    const response = responseOf(what.slice(arrowIndex + 3), data, dialect)
    if (requestResponses === undefined) responsesByRequest.set(request, [response])
    else requestResponses.push(response)
  }
  return responsesByRequest
}

function responseOf(outcome: string, data: unknown, dialect: string): TranscriptResponse {
  const { response } = (data ?? {}) as { response?: { headers?: object; body?: unknown } }
  const headers = Object.entries(response?.headers ?? {})
    .filter(([name]) => !passingHeaders.has(name) && !name.startsWith('x-kubernetes-pf-'))
    .map(([name, value]) => [name, stableAnswer(withoutRunDetails(String(value), dialect))] as const)
  const body = response?.body
  return {
    outcome: stableAnswer(outcome),
    headers: Object.fromEntries(headers),
    ...(typeof body === 'string' && { body: stableBody(withoutRunDetails(body, dialect)) }),
  }
}

/** Returns a text in the terms of the documents, for dialects that only rename the groups. */
function withoutRunDetails(text: string, dialect: string): string {
  const domain = dialects[dialect]?.groupDomain
  return domain === undefined ? text : text.replaceAll(domain, '<group>')
}

type Change = Pick<TranscriptChange, 'what' | 'before' | 'after'>

/**
 * With the same number of requests, responses are compared one by one. With different numbers, only the last responses
 * are compared, because polling takes a varying number of requests.
 */
function changesOf(
  old: readonly TranscriptResponse[] | undefined,
  now: readonly TranscriptResponse[] | undefined,
): Change[] {
  if (old === undefined || now === undefined) {
    const outcomes = (responses: readonly TranscriptResponse[] | undefined): string | null =>
      responses?.at(-1)?.outcome ?? null
    return [{ what: 'requested in one run only', before: outcomes(old), after: outcomes(now) }]
  }
  const pairs =
    old.length === now.length ? old.map((was, index) => [was, now[index]]) : [[old.at(-1), now.at(-1)]]
  const responseDifferences = pairs.flatMap(([was, is]) => (was && is ? responseChanges(was, is) : []))
  return responseDifferences.filter(
    (change, index) => responseDifferences.findIndex((one) => isDeepStrictEqual(one, change)) === index,
  )
}

function responseChanges(was: TranscriptResponse, is: TranscriptResponse): Change[] {
  const change = (what: string, before: unknown, after: unknown): Change[] =>
    isDeepStrictEqual(before, after) ? [] : [{ what, before: before ?? null, after: after ?? null }]
  const status = change('status', was.outcome, is.outcome)
  const names = new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])
  const headers = [...names].flatMap((name) => change(`header ${name}`, was.headers[name], is.headers[name]))
  return [...status, ...headers, ...change('body', was.body, is.body)]
}
