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

// Value of a query parameter, if it contains a digit. Checks add such parameters to recognize their requests at peers.
const queryValue = /(?<=[?&][\w.-]+)=[^&\s]*\d[^&\s]*/g
// Headers that differ in every response and have no meaning for a comparison.
const volatileHeaders = new Set([
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
    const [earlierResponses, laterResponses] = [responsesOf(check, before), responsesOf(check, after)]
    // Skips a check without requests in one of the runs: its verdicts show the difference, or there is no evidence.
    if (earlierResponses.size === 0 || laterResponses.size === 0) continue
    for (const request of new Set([...earlierResponses.keys(), ...laterResponses.keys()])) {
      for (const change of changesOf(earlierResponses.get(request), laterResponses.get(request))) {
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
    const request = stableAnswer(withoutGroupDomain(what.slice(0, arrowIndex), dialect)).replace(
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
    .filter(([name]) => !volatileHeaders.has(name) && !name.startsWith('x-kubernetes-pf-'))
    .map(([name, value]) => [name, stableAnswer(withoutGroupDomain(String(value), dialect))] as const)
  const body = response?.body
  return {
    outcome: stableAnswer(outcome),
    headers: Object.fromEntries(headers),
    ...(typeof body === 'string' && { body: stableBody(withoutGroupDomain(body, dialect)) }),
  }
}

/** Replaces the domain of the API groups, which differs between dialects. */
function withoutGroupDomain(text: string, dialect: string): string {
  const domain = dialects[dialect]?.groupDomain
  return domain === undefined ? text : text.replaceAll(domain, '<group>')
}

type Change = Pick<TranscriptChange, 'what' | 'before' | 'after'>

/**
 * Returns the changes between the responses to one request. With equal numbers of responses, they are compared one by
 * one. With different numbers, only the last responses are compared, because polling takes a varying number of
 * requests.
 */
function changesOf(
  earlierResponses: readonly TranscriptResponse[] | undefined,
  laterResponses: readonly TranscriptResponse[] | undefined,
): Change[] {
  if (earlierResponses === undefined || laterResponses === undefined) {
    const outcomes = (responses: readonly TranscriptResponse[] | undefined): string | null =>
      responses?.at(-1)?.outcome ?? null
    return [
      {
        what: 'requested in one run only',
        before: outcomes(earlierResponses),
        after: outcomes(laterResponses),
      },
    ]
  }
  const pairs =
    earlierResponses.length === laterResponses.length
      ? earlierResponses.map((was, index) => [was, laterResponses[index]])
      : [[earlierResponses.at(-1), laterResponses.at(-1)]]
  const responseDifferences = pairs.flatMap(([was, is]) => (was && is ? responseChanges(was, is) : []))
  return responseDifferences.filter(
    (change, index) => responseDifferences.findIndex((one) => isDeepStrictEqual(one, change)) === index,
  )
}

function responseChanges(earlier: TranscriptResponse, later: TranscriptResponse): Change[] {
  const change = (what: string, before: unknown, after: unknown): Change[] =>
    isDeepStrictEqual(before, after) ? [] : [{ what, before: before ?? null, after: after ?? null }]
  const status = change('status', earlier.outcome, later.outcome)
  const names = new Set([...Object.keys(earlier.headers), ...Object.keys(later.headers)])
  const headers = [...names].flatMap((name) =>
    change(`header ${name}`, earlier.headers[name], later.headers[name]),
  )
  return [...status, ...headers, ...change('body', earlier.body, later.body)]
}
