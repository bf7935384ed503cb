import type { Capability } from '../capabilities.ts'
import type { MeansRequest } from '../evidence/source.ts'
import type { FailedOutcome } from './outcome.ts'

/** Evidence that the check recorded before it failed. */
interface CheckEvidence {
  readonly evidence: Iterable<{ readonly means?: readonly MeansRequest[] }>
  readonly neededCapabilities: ReadonlySet<Capability>
}

// Endpoints that make the capabilities observable.
const meansPatterns: readonly (readonly [pattern: RegExp, capabilities: readonly Capability[]])[] = [
  [/^POST \S*\/selfsubjectreviews$/, ['who-am-i']],
  [/^POST \S*\/tokenreviews$/, ['token-review']],
  [/^POST \S*\/(?:local|self)?subjectaccessreviews$/, ['access-review']],
  [/^POST \S*\/serviceaccounts\/[^/]+\/token$/, ['token-request', 'injected-token-request']],
  [/^POST \S*\/customresourcedefinitions$/, ['custom-resources']],
  [/^POST \S*\/apiservices$/, ['aggregated-apis']],
  [/^GET \/metrics\b/, ['metrics', 'request-metrics', 'hidden-metrics', 'feature-metrics']],
  [/^GET \/debug\/pprof\/block\b/, ['block-profile']],
  [/^GET \/version$/, ['version-endpoint']],
  [/^GET \/configz$/, ['configuration-page', 'agent-configuration']],
  [/^(?:GET|POST) \/(?:containerLogs|run)\//, ['agent-debugging']],
  [/^POST \/exec\//, ['agent-streams']],
  [/^POST \/api\/v1\/\S+$/, ['objects']],
  [/^POST \/apis\/(?!\S+reviews$)\S+$/, ['objects-of-groups']],
]

const missingStatuses: ReadonlySet<number> = new Set([404, 405, 501])
const maxBodyLength = 200

/** Records the response of a program to a request for an endpoint that makes a capability observable. */
export function recordMissingMeans(
  requests: MeansRequest[],
  requestLine: string,
  answer: { status: number; body: string },
): void {
  const [what = ''] = requestLine.split('?')
  const isKnown = requests.some((one) => one.requestLine === what && one.status === answer.status)
  if (isKnown || !meansPatterns.some(([known]) => known.test(what))) return
  requests.push({ requestLine: what, status: answer.status, body: answer.body.slice(0, maxBodyLength) })
}

/**
 * Returns the result of a check. If the program lacks an endpoint that the check relies on, the reason
 * begins with the request to the endpoint and its response.
 * @param needed the capabilities that the check needs and the target declares
 */
export function withMissingMeans<Result extends FailedOutcome>(
  result: Result,
  evidence: CheckEvidence,
): Result {
  const missingMeans = [...evidence.evidence].flatMap((source) => source.means ?? [])
  if (!['broken', 'warned', 'untestable'].includes(result.verdict)) return result
  const missingCapabilities = [...evidence.neededCapabilities].flatMap((capability) => {
    const usedMeans = missingMeans.filter(({ requestLine }) => isMeansOf(capability, requestLine))
    const [first] = usedMeans
    const isMissing = first !== undefined && usedMeans.every(({ status }) => missingStatuses.has(status))
    return isMissing ? [{ capability, first }] : []
  })
  if (missingCapabilities.length === 0) return result
  const lines = missingCapabilities.flatMap(({ capability, first: { requestLine, status, body } }) => [
    `${requestLine} answered ${status}${body.trim() === '' ? '' : ` (${body.trim()})`}, and this check sees what it judges by that alone.`,
    `A program that has no such thing says so in its target file, and the check does not apply: capabilities: { ${capability}: false }`,
  ])
  return { ...result, reason: [...lines, result.reason].join('\n') }
}

function isMeansOf(capability: Capability, what: string): boolean {
  const firstMatch = meansPatterns.find(
    ([pattern, shown]) => pattern.test(what) && shown.includes(capability),
  )
  return firstMatch !== undefined
}
