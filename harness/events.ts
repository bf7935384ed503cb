import * as v from 'valibot'
import type { Frozen } from './contract.ts'
import { withDescription, texts, nonNegativeInteger } from './schema-descriptions.ts'
import { headerEvent } from './header.ts'
import { roles } from './roles.ts'
import { verdicts } from './verdict.ts'

// Each declaration is the source of the type, the reader and `schemas/events.schema.json`. Modules that read nothing
// should import types only, so that the library is not loaded.

const startedProgram = v.object({
  role: v.picklist(roles),
  files: withDescription(
    v.array(v.object({ name: v.string(), sha256: v.string() })),
    'The executable of the process that served, and the files that it interprets; empty if they cannot be determined.',
  ),
  addedFlags: withDescription(texts, 'Flags of its command line that the harness did not give.'),
})

const launch = withDescription(
  v.object({
    outcome: v.picklist(['ready', 'refused', 'crashed', 'hung', 'ran']),
    durationMs: withDescription(v.number(), 'From the start to that outcome.'),
    ran: v.exactOptional(
      withDescription(
        startedProgram,
        'What really ran, where it differs from all that this worker process started before.',
      ),
    ),
  }),
  'One start of a program under test.',
)
/** One start of a program under test. */
export type Launch = Frozen<v.InferOutput<typeof launch>>

const origins = withDescription(
  texts,
  'The records of the evidence that contain the values, in their order: `timeline 3 /data/response/status` is a member of an entry of `timeline.json`, `output.txt 120` a file and the offset in it. Missing if a value is in no record.',
)

const assertion = v.object({
  matcher: withDescription(v.string(), 'The name of the matcher: `toEqual`.'),
  expected: v.exactOptional(v.unknown()),
  actual: v.exactOptional(v.unknown()),
  passed: v.boolean(),
  from: v.exactOptional(origins),
})
/** Operands and result of one assertion. */
export type Assertion = Frozen<v.InferOutput<typeof assertion>>

const observation = withDescription(
  v.object({ what: v.string(), value: v.exactOptional(v.unknown()), from: v.exactOptional(origins) }),
  'What an implementation does where the documents leave it open.',
)
/** Behaviour of an implementation where the documents leave it open. */
export type Observation = Frozen<v.InferOutput<typeof observation>>

/** Entry for a check that fails as known, or passes although it is a known failure. */
export const knownEntry = v.object({
  reason: v.string(),
  link: v.exactOptional(v.string()),
  passes: withDescription(v.boolean(), 'The check passes, so the entry is out of date.'),
  expired: v.exactOptional(withDescription(v.literal(true), 'The entry held until a day that is over.')),
  owner: v.exactOptional(withDescription(v.string(), 'Who sees to it; only entries of a baseline have one.')),
  expires: v.exactOptional(withDescription(v.string(), 'The last day on which the entry holds.')),
})
/** A known failure as an event reports it. */
export type Known = Frozen<v.InferOutput<typeof knownEntry>>

const outboundTraffic = withDescription(
  v.object({
    packets: withDescription(
      nonNegativeInteger,
      'Packets to other machines while the check ran. None arrived; other checks of the same worker may have caused them.',
    ),
    attempts: withDescription(
      v.array(
        v.object({
          protocol: v.picklist(['tcp', 'udp']),
          address: v.string(),
          port: nonNegativeInteger,
          process: v.exactOptional(withDescription(v.string(), 'The beginning of its command line.')),
        }),
      ),
      'The connections that were found open; a short one may be missing.',
    ),
  }),
  'Attempts to reach other machines, in a network without a way to them.',
)
/** Attempts to reach other machines. */
export type OutboundTraffic = Frozen<v.InferOutput<typeof outboundTraffic>>

const externalListener = withDescription(
  v.object({ address: v.string(), port: nonNegativeInteger, process: v.string() }),
  'A program that began to listen beyond loopback while the check ran, in the network of the machine.',
)
/** A listener beyond loopback. */
export type ExternalListener = Frozen<v.InferOutput<typeof externalListener>>

const judgedEntries = {
  id: v.string(),
  rule: v.string(),
  verdict: v.picklist(verdicts),
  startedAtMs: v.number(),
  durationMs: v.number(),
  reason: v.exactOptional(
    withDescription(v.string(), 'Why the verdict is not `held`: one or more lines for people.'),
  ),
  programError: v.exactOptional(
    withDescription(v.string(), 'The line in which the program reports why it ended or does not work.'),
  ),
  refusedStart: v.exactOptional(
    withDescription(
      v.literal(true),
      'The program ended in good order before it was ready, although the check needs it to start.',
    ),
  ),
  expected: v.exactOptional(v.unknown()),
  actual: v.exactOptional(v.unknown()),
  assertions: withDescription(v.array(assertion), 'What each assertion of the check saw, oldest first.'),
  observations: v.array(observation),
  launches: withDescription(
    v.optional(v.array(launch), []),
    'The programs that it started, also those that later checks share.',
  ),
  twin: v.exactOptional(v.string()),
  evidence: v.exactOptional(
    withDescription(
      v.string(),
      'Where the evidence of the check lies, relative to the output directory: its folder, or a pack of that of many checks.',
    ),
  ),
  leaving: v.exactOptional(outboundTraffic),
  bound: v.exactOptional(v.array(externalListener)),
  fingerprint: v.exactOptional(
    withDescription(v.string(), 'Of a failure, what stays the same when it happens again: for a baseline.'),
  ),
  known: v.exactOptional(knownEntry),
}

/** Result of a planned check. Each check has one result, in the order in which the checks ended. */
export const checkEvent = v.object({ type: v.literal('check'), ...judgedEntries })
/** Type of the result of one check. */
export type CheckEvent = Frozen<v.InferOutput<typeof checkEvent>>

/** One attempt at a check that runs more than once. The final result is its `check`. */
export const attemptEvent = v.object({
  type: v.literal('attempt'),
  attempt: withDescription(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'From 1 on; all but the first are by themselves, on a fresh start.',
  ),
  ...judgedEntries,
})
/** Type of the result of one of two attempts. */
export type AttemptEvent = Frozen<v.InferOutput<typeof attemptEvent>>

/** Differences between a run and the previous run. */
export const runDifferences = v.strictObject({
  startedAt: withDescription(v.string(), 'When that run started.'),
  newFailures: withDescription(texts, 'Checks that fail, and did not fail in that run.'),
  failingSince: withDescription(
    v.record(v.string(), v.string()),
    'Checks that failed in that run as well, each with the start of the first run in a row in which it failed.',
  ),
  fixed: withDescription(texts, 'Checks that failed in that run, and do not fail.'),
})
/** The last line of `events.jsonl`. An interrupted or killed run has no such line. */
export const footerEvent = v.object({
  type: v.literal('footer'),
  finishedAt: v.string(),
  totals: v.strictObject(v.entriesFromList(verdicts, v.exactOptional(nonNegativeInteger))),
  planned: nonNegativeInteger,
  reported: nonNegativeInteger,
  errors: withDescription(texts, 'What went wrong outside any check, one line each.'),
  stale: v.exactOptional(
    withDescription(
      v.array(v.object({ entry: v.string(), why: v.string() })),
      'Entries of the baseline, by file and line, that match no check of the run any longer.',
    ),
  ),
  stoppedAfter: v.exactOptional(
    withDescription(nonNegativeInteger, 'The run stopped early after this many failures (--max-failures).'),
  ),
  neverStarted: v.exactOptional(
    withDescription(
      v.array(v.picklist(roles)),
      'The programs that did not start, so that no checks ran; `errors` has the reason.',
    ),
  ),
  previous: v.exactOptional(
    withDescription(
      runDifferences,
      'The earlier run of the same target in this output directory; checks of both are compared.',
    ),
  ),
})
/** Type of the last line of a whole run. */
export type FooterEvent = Frozen<v.InferOutput<typeof footerEvent>>

/** One line of `events.jsonl`. */
export const runEvent = v.pipe(
  v.variant('type', [headerEvent, attemptEvent, checkEvent, footerEvent]),
  v.title('A line of events.jsonl'),
  v.description(
    'A run writes a header first, an event as each check ends, and a footer last; an interrupted run has no footer. A check that is broken, crashed or inconclusive runs a second time: its attempts are written first, and then its result.',
  ),
)
/** Type of one line of `events.jsonl`. */
export type RunEvent = Frozen<v.InferOutput<typeof runEvent>>

/** One line of a check's `timeline.json`. */
export interface TimelineEntry {
  readonly atMs: number
  /** Source of the entry: `harness`, `apiserver`, or a peer's role. */
  readonly source: string
  readonly kind: 'asked' | 'request' | 'output' | 'signal' | 'start' | 'exit' | 'write' | 'note'
  readonly what: string
  /** End time of an entry with a duration. */
  readonly untilMs?: number
  /** Id of the check that sent the request, if checks share the program. */
  readonly check?: string
  readonly data?: unknown
}
