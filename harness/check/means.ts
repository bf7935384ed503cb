import type { Capability } from '../capabilities.ts'
import type { MeansAsked } from '../evidence/source.ts'
import type { Verdict } from '../verdict.ts'

/** What a check that threw came to. */
interface Failed {
  readonly verdict: Verdict
  readonly reason: string
}

/** What it saw until then. */
interface Seen {
  readonly evidence: Iterable<{ readonly means?: readonly MeansAsked[] }>
  readonly needed: ReadonlySet<Capability>
}

// By what those capabilities show that are a place to ask.
const means: readonly (readonly [asked: RegExp, capabilities: readonly Capability[]])[] = [
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
const longestBody = 200

/** Notes how a program answered, where it was asked by such a means. */
export function noteMeans(
  noted: MeansAsked[],
  asked: string,
  answer: { status: number; body: string },
): void {
  const [what = ''] = asked.split('?')
  const isKnown = noted.some((one) => one.what === what && one.status === answer.status)
  if (isKnown || !means.some(([known]) => known.test(what))) return
  noted.push({ what, status: answer.status, body: answer.body.slice(0, longestBody) })
}

/**
 * What a check came to, with the reason that is before all others where there is one: the program does not have what
 * the check relies on to see anything. That question and its answer come first.
 * @param needed the capabilities that the check asked for, and that the target says it has
 */
export function withMissingMeans(failed: Failed, seen: Seen): Failed {
  const all = [...seen.evidence].flatMap((source) => source.means ?? [])
  if (!['broken', 'warned', 'untestable'].includes(failed.verdict)) return failed
  const missing = [...seen.needed].flatMap((capability) => {
    const asked = all.filter(({ what }) => isMeansOf(capability, what))
    const [first] = asked
    const isMissing = first !== undefined && asked.every(({ status }) => missingStatuses.has(status))
    return isMissing ? [{ capability, first }] : []
  })
  if (missing.length === 0) return failed
  const lines = missing.flatMap(({ capability, first: { what, status, body } }) => [
    `${what} answered ${status}${body.trim() === '' ? '' : ` (${body.trim()})`}, and this check sees what it judges by that alone.`,
    `A program that has no such thing says so in its target file, and the check does not apply: capabilities: { ${capability}: false }`,
  ])
  return { ...failed, reason: [...lines, failed.reason].join('\n') }
}

function isMeansOf(capability: Capability, what: string): boolean {
  const first = means.find(([asked, shown]) => asked.test(what) && shown.includes(capability))
  return first !== undefined
}
