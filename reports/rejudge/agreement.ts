import type { CheckEvent, TimelineEntry } from '#harness/events.ts'
import { type Records, startFile } from '#harness/evidence/origin.ts'

/** Returns the contradictions between the records of one check, and between the records and the events. */
export function contradictions(event: CheckEvent, records: Records): readonly string[] {
  return [...records.timeline.flatMap(ownContradiction), ...startContradictions(event, records)]
}

interface Exchange {
  readonly response?: { readonly status?: unknown; readonly body?: unknown }
}

/**
 * Returns the contradictions within the record of a request, which states the status of its response up to three times.
 */
function ownContradiction({ kind, what, data }: TimelineEntry, index: number): readonly string[] {
  const { response } = (data ?? {}) as Exchange
  if (kind !== 'request' || response === undefined) return []
  const { status, body } = response
  const [, shown] = / → (\d+)$/.exec(what) ?? []
  const [, code] =
    typeof body === 'string' && /"kind": ?"Status"/.test(body) ? (/"code": ?(\d+)/.exec(body) ?? []) : []
  return [shown, code]
    .filter((one) => one !== undefined && one !== String(status))
    .map((one) => `Entry ${index} of the timeline (${what}) has the status ${String(status)} and ${one}.`)
}

/**
 * Returns the contradictions about the result of a start, which is in the events, next to the output of the program,
 * and in the exit entry of the timeline.
 */
function startContradictions({ launches }: CheckEvent, { timeline, texts }: Records): readonly string[] {
  const results = [...texts].filter(([name]) => name.endsWith(startFile)).map(([, text]) => text)
  const [result = '', ...others] = results
  if (results.length === 0 || others.length > 0) return []
  const [, outcome] = /"outcome":"(\w+)"/.exec(result) ?? []
  const [, exitCode] = /"exitCode":(\d+)/.exec(result) ?? []
  const [launch, ...more] = launches
  const exitTexts = timeline.filter(({ kind }) => kind === 'exit').map(({ what }) => what)
  return [
    ...(launch !== undefined && more.length === 0 && launch.outcome !== outcome
      ? [`The start is ${outcome} in ${startFile}, and ${launch.outcome} in the events.`]
      : []),
    ...(exitCode !== undefined && exitTexts.length === 1 && exitTexts[0] !== `exit code ${exitCode}`
      ? [`The exit code is ${exitCode} in ${startFile}, and the exit in the timeline is "${exitTexts[0]}".`]
      : []),
  ]
}

/** Compares the records that several checks of one suite file have of the same request. */
export class Neighbours {
  readonly #seen = new Map<string, { readonly check: string; readonly text: string }>()

  /** Returns the entries that differ from the entries of an earlier check. */
  differences(check: string, { timeline }: Records): readonly string[] {
    const entryCounts = new Map<string, number>()
    for (const entry of timeline) entryCounts.set(keyOf(entry), (entryCounts.get(keyOf(entry)) ?? 0) + 1)
    return timeline.flatMap((entry, index) => {
      const key = keyOf(entry)
      if (key === '' || entryCounts.get(key) !== 1) return []
      // Peers add the outcome of a request to its entry later.
      const text = entry.what
      const earlierRecord = this.#seen.get(key)
      if (earlierRecord === undefined) this.#seen.set(key, { check, text })
      return earlierRecord === undefined || earlierRecord.text === text
        ? []
        : [
            `Entry ${index} of the timeline is "${entry.what}"; ${earlierRecord.check} has recorded "${earlierRecord.text}".`,
          ]
    })
  }
}

function keyOf({ kind, source, atMs, check }: TimelineEntry): string {
  return kind === 'request' || kind === 'asked' ? [kind, source, atMs, check].join(' ') : ''
}
