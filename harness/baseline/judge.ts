import type { CheckEvent, FooterEvent, Known } from '../events.ts'
import { isOlderForm } from './fingerprint.ts'
import { greenVerdicts, type Verdict } from '../verdict.ts'
import type { ListedFailure, LoadedBaseline } from './load.ts'

/** The parts of a run that determine which entries of a baseline must match. */
export interface JudgedScope {
  /** Reports whether the catalogue has a check with this id. */
  readonly exists: (check: string) => boolean
  /** Ids of all checks of the run; for a shard, of the whole run. */
  readonly plannedIds: ReadonlySet<string>
  /**
   * True if the filters of the run and of its baseline differ. In that case, an entry whose check is not planned is not
   * stale.
   */
  readonly isFiltered: boolean
}

type StaleEntry = NonNullable<FooterEvent['stale']>[number]

// Verdicts that do not show whether an entry still applies.
const undecidedVerdicts: ReadonlySet<Verdict> = new Set(['inconclusive', 'unstable', 'harness-fault'])

/** Compares the results of checks with a list of known failures, which may only shrink. */
export class Baseline {
  readonly #byCheck: ReadonlyMap<string, ListedFailure>
  readonly #today: string
  readonly #stale = new Map<string, string>()

  /** @param now a Unix time in milliseconds */
  constructor({ failures }: Pick<LoadedBaseline, 'failures'>, now: number = Date.now()) {
    this.#byCheck = new Map(failures.map((failure) => [failure.check, failure]))
    this.#today = new Date(now).toISOString().slice(0, 10)
  }

  /** Returns the result of a check, changed as its entry requires if the baseline lists the check. */
  judge(event: CheckEvent): CheckEvent {
    const listedFailure = this.#byCheck.get(event.id)
    if (listedFailure === undefined || undecidedVerdicts.has(event.verdict)) return event
    if (event.known !== undefined) {
      this.#stale.set(event.id, 'the dialect or the target file lists it already')
      return event
    }
    if (event.verdict === 'not-applicable') {
      this.#stale.set(event.id, `it is not applicable: ${event.reason ?? 'no reason was given'}`)
      return event
    }
    if (greenVerdicts.has(event.verdict)) {
      const reason = `It passes now; remove its entry (${listedFailure.location}).`
      return {
        ...event,
        verdict: 'known-failing',
        reason,
        known: knownFailureOf(listedFailure, { passes: true }),
      }
    }
    if (event.fingerprint !== listedFailure.fingerprint)
      return {
        ...event,
        reason: [event.reason, mismatchText(listedFailure, event)].filter(Boolean).join('\n'),
      }
    if (listedFailure.expires < this.#today) {
      const expiryNotice = `The baseline entry expired on ${listedFailure.expires} (${listedFailure.location}): fix the failure, or renew the entry with a reason.`
      const knownFailure = { ...knownFailureOf(listedFailure, { passes: false }), expired: true as const }
      return {
        ...event,
        verdict: 'known-failing',
        reason: [event.reason, expiryNotice].filter(Boolean).join('\n'),
        known: knownFailure,
      }
    }
    return { ...event, verdict: 'known-failing', known: knownFailureOf(listedFailure, { passes: false }) }
  }

  /** Returns the unmatched entries, in the order of the file. */
  staleEntries({ exists, plannedIds, isFiltered }: JudgedScope): StaleEntry[] {
    return [...this.#byCheck.values()].flatMap(({ check, location }) => {
      const reason = this.#stale.get(check) ?? unmatchedReason(check, { exists, plannedIds, isFiltered })
      return reason === undefined
        ? []
        : [{ entry: `${location}: ${check}`, why: `${reason}; remove the entry.` }]
    })
  }
}

/** Returns the reason why an entry does not excuse a failure of its check. */
function mismatchText({ location, fingerprint }: ListedFailure, event: CheckEvent): string {
  if (isOlderForm(fingerprint))
    return `The entry at ${location} has a fingerprint of an older form (${fingerprint}), which does not identify one failure, so it excuses none. Run \`orch-conformance baseline update\` with this run, and check the reason of the entry.`
  return `This is not the failure that ${location} lists: the entry has the fingerprint ${fingerprint}, this failure has ${event.fingerprint}.`
}

function unmatchedReason(check: string, { exists, plannedIds, isFiltered }: JudgedScope): string | undefined {
  if (!exists(check)) return 'there is no such check'
  return plannedIds.has(check) || isFiltered
    ? undefined
    : 'the target has no program for it, or the filter leaves it out'
}

function knownFailureOf(
  { reason, owner, link, expires }: ListedFailure,
  { passes }: { readonly passes: boolean },
): Known {
  return { reason, owner, expires, passes, ...(link !== undefined && { link }) }
}
