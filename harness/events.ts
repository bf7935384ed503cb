import * as v from 'valibot'
import { judgements, type Plan } from './catalogue.ts'
import { capabilities } from './capabilities.ts'
import type { Frozen } from './contract.ts'
import { profiles } from './profiles.ts'
import { roles } from './roles.ts'
import { verdicts } from './verdict.ts'
import { evidenceKept } from './evidence-kept.ts'

// What is declared here is the type, what a reader accepts, and `schemas/events.schema.json`, all in one.
// Import types only where nothing is read: then the library is not loaded.

const texts = v.array(v.string())
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const described = <Schema extends v.GenericSchema>(schema: Schema, says: string) =>
  v.pipe(schema, v.description(says))

const ruleEntries = {
  id: described(v.string(), '`area.subject.assertion`, kept for life.'),
  level: v.picklist(['MUST', 'SHOULD', 'UNSPECIFIED']),
  says: described(v.string(), 'What the document states, in our words.'),
  source: v.object({
    document: v.picklist([1, 2, 3]),
    section: v.string(),
    rows: described(texts, 'The keys of the table rows that it covers, or the subject of a sentence.'),
    aspect: v.exactOptional(described(v.string(), 'Which part of them.')),
  }),
  program: described(v.picklist(roles), 'The program that it tests.'),
  profile: described(v.picklist(profiles), 'The part of the documents that it belongs to.'),
}

const plan = v.object({
  rules: v.array(
    v.union([
      v.object({
        ...ruleEntries,
        judgedBy: v.literal('excluded'),
        excluded: v.object({ reason: v.string() }),
      }),
      v.object({
        ...ruleEntries,
        judgedBy: described(v.picklist(judgements), 'What a verdict about it rests on.'),
        capability: v.exactOptional(v.string()),
      }),
    ]),
  ),
  checks: v.array(
    v.object({
      id: described(v.string(), '`<rule id>/<title in kebab case>`.'),
      rule: v.string(),
      title: v.string(),
      twin: v.exactOptional(described(v.string(), 'The check that must have held for this one to count.')),
    }),
  ),
  profiles: described(
    v.array(v.object({ name: v.picklist(profiles), rules: whole, notYet: whole })),
    'The size of each profile, independent of the selection: its rules with checks, and rows that are not covered yet.',
  ),
  outOfScope: described(
    v.array(v.object({ program: v.picklist(roles), rules: whole })),
    'Programs of selected rules that the target does not describe.',
  ),
  shardOf: v.exactOptional(
    described(
      v.object({
        rules: texts,
        checks: texts,
        borrowed: described(
          texts,
          'Checks of other shards that run here too, because refusals count on them.',
        ),
      }),
      'Of a shard: the ids of all that the run plans of which it is a part, in that order.',
    ),
  ),
})

const selection = v.object({
  only: v.exactOptional(described(texts, 'Globs over rule and check ids.')),
  grep: v.exactOptional(
    described(texts, 'Regular expressions over sentences of rules and titles of checks.'),
  ),
  profiles: v.exactOptional(v.array(v.picklist(profiles))),
  shard: v.exactOptional(v.object({ index: whole, of: whole })),
})

/** What a command line says of how it judges, as it was parsed. */
export const invocation = v.object({
  target: described(v.string(), 'A name, or the path of a target file as it was given.'),
  program: described(texts, 'ROLE=PATH each.'),
  role: v.exactOptional(described(v.string(), 'The role of the command.')),
  limit: described(texts, 'NAME=TIME each.'),
  out: described(v.string(), 'The output directory.'),
  thorough: v.boolean(),
  command: described(texts, 'What stood behind `--`.'),
})
/** What a command line says of how it judges, as its type. */
export type Invocation = Frozen<v.InferOutput<typeof invocation>>

const targetSummary = v.object({
  name: v.string(),
  dialect: v.string(),
  vendor: v.exactOptional(
    described(v.string(), 'Whose known deviations apply, as the target file names the vendor.'),
  ),
  programs: v.array(v.object({ role: v.string(), command: texts, version: v.exactOptional(v.string()) })),
})
/** The implementation under test, as results name it. */
export type TargetSummary = Frozen<v.InferOutput<typeof targetSummary>>

/** The first line of `events.jsonl`. */
export const headerEvent = v.object({
  type: v.literal('header'),
  schemaVersion: v.literal(2),
  tool: v.object({ name: v.string(), version: v.string() }),
  target: targetSummary,
  startedAt: described(v.string(), 'ISO 8601, UTC.'),
  seed: v.number(),
  jobs: described(v.optional(v.number(), 1), 'How many suite files ran at once.'),
  suiteDigest: described(v.string(), 'SHA-256 over the files of the suites, in hexadecimal.'),
  argv: described(texts, 'The arguments of the command line, as they were given.'),
  invocation: v.exactOptional(described(invocation, 'The parsed options, for commands that rerun a check.')),
  evidence: v.exactOptional(
    described(
      v.picklist(evidenceKept),
      'Of which checks evidence was kept: left out, of all; `red`, of those that were not fine.',
    ),
  ),
  selection: described(selection, 'The selection; empty selects everything.'),
  baseline: v.exactOptional(
    described(
      v.object({ file: v.string(), digest: v.string(), entries: whole }),
      'The list of failures that are known: as the command line names it, with its SHA-256 and how many it has.',
    ),
  ),
  capabilitiesOff: described(
    v.array(v.picklist(capabilities)),
    'What the target does not offer and checks may need.',
  ),
  plan,
})
/** The first line of `events.jsonl`, as its type. */
export type HeaderEvent = Frozen<v.InferOutput<typeof headerEvent>>

// The catalogue's own type is what suites write; the two must say the same.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
true satisfies Same<HeaderEvent['plan'], Plan>

const launch = described(
  v.object({
    outcome: v.picklist(['ready', 'refused', 'crashed', 'hung', 'ran']),
    durationMs: described(v.number(), 'From the start to that outcome.'),
  }),
  'One start of a program under test.',
)
/** One start of a program under test. */
export type Launch = Frozen<v.InferOutput<typeof launch>>

const assertion = v.object({
  matcher: described(v.string(), 'The name of the matcher: `toEqual`.'),
  expected: v.exactOptional(v.unknown()),
  actual: v.exactOptional(v.unknown()),
  passed: v.boolean(),
})
/** What one assertion compared, and whether it held. */
export type Assertion = Frozen<v.InferOutput<typeof assertion>>

const observation = described(
  v.object({ what: v.string(), value: v.exactOptional(v.unknown()) }),
  'What an implementation does where the documents leave it open.',
)
/** What an implementation does where the documents leave it open. */
export type Observation = Frozen<v.InferOutput<typeof observation>>

/** What is known of a check that fails, or of one that passes although it stands among the known failures. */
export const known = v.object({
  reason: v.string(),
  link: v.exactOptional(v.string()),
  passes: described(v.boolean(), 'The check passes, so the entry is out of date.'),
  expired: v.exactOptional(described(v.literal(true), 'The entry held until a day that is over.')),
  owner: v.exactOptional(described(v.string(), 'Who sees to it; only entries of a baseline have one.')),
  expires: v.exactOptional(described(v.string(), 'The last day on which the entry holds.')),
})
/** What is known of a check, as its type. */
export type Known = Frozen<v.InferOutput<typeof known>>

const judgedEntries = {
  id: v.string(),
  rule: v.string(),
  verdict: v.picklist(verdicts),
  startedAtMs: v.number(),
  durationMs: v.number(),
  reason: v.exactOptional(
    described(v.string(), 'Why the verdict is not `held`: one or more lines for people.'),
  ),
  expected: v.exactOptional(v.unknown()),
  actual: v.exactOptional(v.unknown()),
  assertions: described(v.array(assertion), 'What each assertion of the check saw, oldest first.'),
  observations: v.array(observation),
  launches: described(
    v.optional(v.array(launch), []),
    'The programs that it started, also those that later checks share.',
  ),
  twin: v.exactOptional(v.string()),
  evidence: v.exactOptional(
    described(
      v.string(),
      'Where the evidence of the check lies, relative to the output directory: its folder, or a pack of that of many checks.',
    ),
  ),
  fingerprint: v.exactOptional(
    described(v.string(), 'Of a failure, what stays the same when it happens again: for a baseline.'),
  ),
  known: v.exactOptional(known),
}

/** One per planned check, in the order in which they ended. */
export const checkEvent = v.object({ type: v.literal('check'), ...judgedEntries })
/** What one check came to. */
export type CheckEvent = Frozen<v.InferOutput<typeof checkEvent>>

/** One per attempt at a check that is judged more than once; what it comes to in all is its `check`. */
export const attemptEvent = v.object({
  type: v.literal('attempt'),
  attempt: described(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'From 1 on; all but the first are by themselves, on a fresh start.',
  ),
  ...judgedEntries,
})
/** What a check came to in one of two attempts. */
export type AttemptEvent = Frozen<v.InferOutput<typeof attemptEvent>>

/** How a run differs from the one before it. */
export const previous = v.strictObject({
  startedAt: described(v.string(), 'When that run started.'),
  newFailures: described(texts, 'Checks that fail, and did not fail in that run.'),
  failingSince: described(
    v.record(v.string(), v.string()),
    'Checks that failed in that run as well, each with the start of the first run in a row in which it failed.',
  ),
  fixed: described(texts, 'Checks that failed in that run, and do not fail.'),
})
/** The last line; an interrupted or killed run has none. */
export const footerEvent = v.object({
  type: v.literal('footer'),
  finishedAt: v.string(),
  totals: v.strictObject(v.entriesFromList(verdicts, v.exactOptional(whole))),
  planned: whole,
  reported: whole,
  errors: described(texts, 'What went wrong outside any check, one line each.'),
  stale: v.exactOptional(
    described(
      v.array(v.object({ entry: v.string(), why: v.string() })),
      'Entries of the baseline, by file and line, that match no check of the run any longer.',
    ),
  ),
  stoppedAfter: v.exactOptional(
    described(whole, 'The run stopped early after this many failures (--max-failures).'),
  ),
  neverStarted: v.exactOptional(
    described(
      v.array(v.picklist(roles)),
      'The programs that did not start, so that no checks ran; `errors` has the reason.',
    ),
  ),
  previous: v.exactOptional(
    described(
      previous,
      'The earlier run of the same target in this output directory; checks of both are compared.',
    ),
  ),
})
/** The last line of a whole run, as its type. */
export type FooterEvent = Frozen<v.InferOutput<typeof footerEvent>>

/** One line of `events.jsonl`. */
export const runEvent = v.pipe(
  v.variant('type', [headerEvent, attemptEvent, checkEvent, footerEvent]),
  v.title('A line of events.jsonl'),
  v.description(
    'A run writes a header first, an event as each check ends, and a footer last; an interrupted run has no footer. A check that is broken, crashed or inconclusive runs a second time: its attempts are written first, and then its result.',
  ),
)
/** One line of `events.jsonl`, as its type. */
export type RunEvent = Frozen<v.InferOutput<typeof runEvent>>

/** One line of a check's `timeline.json`. */
export interface TimelineEntry {
  readonly atMs: number
  /** Who: `harness`, `apiserver`, or a peer's role. */
  readonly source: string
  readonly kind: 'asked' | 'request' | 'output' | 'signal' | 'start' | 'exit' | 'write' | 'note'
  readonly what: string
  /** For things that last: when it ended. */
  readonly untilMs?: number
  /** Of a request to a program that checks share: the check that made it. */
  readonly check?: string
  readonly data?: unknown
}
