import * as v from 'valibot'
import type { exitCodes } from '#harness/cli/line/exit-codes.ts'
import { knownEntry, runDifferences } from '#harness/events.ts'
import { evidenceKept } from '#harness/header.ts'
import { judgements } from '#harness/catalogue.ts'
import type { Frozen } from '#harness/contract.ts'
import { profiles } from '#harness/profiles.ts'
import { roles } from '#harness/roles.ts'
import { verdicts } from '#harness/verdict.ts'
import { networkSchema } from './network/schema.ts'

// Declares both the type and `schemas/run.schema.json`. Importers use only the types, so that the library is not
// loaded.

const text = v.string()
const textsSchema = v.array(text)
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
const timeSchema = v.pipe(text, v.isoTimestamp())
const withDescription = <Schema extends v.GenericSchema>(schema: Schema, says: string) =>
  v.pipe(schema, v.description(says))

const verdict = v.picklist(verdicts)

/** Outcome of a run, by the names of the exit codes. Some inconclusive runs are unstable. */
export type Outcome = keyof typeof exitCodes | 'unstable'
const outcomes = [
  'conformant',
  'nonconformant',
  'usage',
  'configFault',
  'incomplete',
  'crashed',
  'harnessFault',
  'stale',
  'inconclusive',
  'unstable',
  'interrupted',
] as const satisfies readonly Outcome[]

const byVerdict = v.strictObject(v.entriesFromList(verdicts, countSchema))

const runScope = withDescription(
  v.strictObject({
    profiles: withDescription(
      v.array(
        v.strictObject({
          name: v.picklist(profiles),
          rules: withDescription(countSchema, 'Rules with checks that the whole catalogue has of it.'),
          judged: withDescription(countSchema, 'Those with a verdict in this run.'),
          notYet: withDescription(countSchema, 'Rows and sentences of it that are not covered yet.'),
          complete: withDescription(
            v.boolean(),
            'Whether this run covered the whole profile; only then it can be claimed.',
          ),
        }),
      ),
      'Every part of the documents that an implementation may claim.',
    ),
    filter: v.exactOptional(withDescription(textsSchema, 'The globs that selected rules and checks.')),
    shard: v.exactOptional(v.strictObject({ index: countSchema, of: countSchema })),
    notApplicable: withDescription(
      v.array(v.strictObject({ rule: text, checks: countSchema, of: countSchema, reason: text })),
      'Rules with checks that were not applicable, how many of them, and why.',
    ),
    capabilitiesOff: withDescription(textsSchema, 'Capabilities that the target file switches off.'),
  }),
  'The part of the documents that the run covered.',
)
/** Scope that a run covered. */
export type RunScope = Frozen<v.InferOutput<typeof runScope>>

const statement = {
  id: text,
  level: v.picklist(['MUST', 'SHOULD', 'UNSPECIFIED']),
  says: text,
  source: v.strictObject({
    document: v.picklist([1, 2, 3]),
    section: text,
    rows: withDescription(
      textsSchema,
      'The keys of the table rows that it covers, or the subject of a sentence.',
    ),
    aspect: v.exactOptional(withDescription(text, 'Which part of them.')),
  }),
  program: v.picklist(roles),
  profile: v.picklist(profiles),
  declaredAt: v.exactOptional(
    withDescription(text, 'The source line that declares it, or the row of the table that it is made from.'),
  ),
}

const runRule = withDescription(
  v.strictObject({
    ...statement,
    judgedBy: withDescription(v.picklist(judgements), 'What the verdict rests on.'),
    verdict,
    checks: withDescription(v.pipe(textsSchema, v.minLength(1)), 'Ids, in the order of the plan.'),
  }),
  'One documented statement; its verdict is the worst of its checks.',
)
export type RunRule = Frozen<v.InferOutput<typeof runRule>>

const runCheck = v.strictObject({
  id: text,
  rule: text,
  title: text,
  verdict,
  ran: withDescription(v.boolean(), 'False for a planned check that was never reported.'),
  durationMs: v.pipe(v.number(), v.minValue(0)),
  reason: withDescription(v.nullable(text), 'Why the verdict is what it is, for people.'),
  programError: v.exactOptional(
    withDescription(text, 'The line in which the program reports why it ended or does not work.'),
  ),
  refusedStart: v.exactOptional(
    withDescription(
      v.literal(true),
      'The program ended in good order before it was ready, although the check needs it to start.',
    ),
  ),
  expected: withDescription(v.unknown(), 'What would have held; null where nothing was compared.'),
  actual: withDescription(v.unknown(), 'What was seen.'),
  twin: withDescription(v.nullable(text), 'The control check of this refusal.'),
  evidence: withDescription(
    v.nullable(text),
    'Where its evidence lies, relative to the output directory: a folder, or a pack.',
  ),
  known: withDescription(
    v.nullable(v.strictObject(knownEntry.entries)),
    'The baseline entry or deviation that excuses the check; `passes` means that it is stale.',
  ),
  attempts: v.exactOptional(
    withDescription(
      v.array(
        v.strictObject({
          verdict,
          reason: v.nullable(text),
          evidence: withDescription(
            v.nullable(text),
            'Where its evidence lies, relative to the output directory: a folder, or a pack.',
          ),
        }),
      ),
      'All attempts of a check that ran more than once; each after the first ran alone on a fresh start.',
    ),
  ),
  declaredAt: v.exactOptional(withDescription(text, 'The source line that declares it.')),
  repro: withDescription(text, 'A shell command that runs the check again.'),
})
export type RunCheck = Frozen<v.InferOutput<typeof runCheck>>

const runObservation = v.strictObject({
  rule: text,
  check: text,
  what: text,
  value: withDescription(v.unknown(), 'Anything; null where nothing was seen.'),
})
export type RunObservation = Frozen<v.InferOutput<typeof runObservation>>

/** Content of `run.json`. */
export const runResult = v.pipe(
  v.strictObject({
    schemaVersion: v.literal(2),
    tool: v.strictObject({ name: text, version: text }),
    target: v.strictObject({
      name: text,
      dialect: text,
      vendor: v.exactOptional(
        withDescription(text, 'Whose known deviations apply, as the target file names the vendor.'),
      ),
      programs: v.array(v.strictObject({ role: text, command: textsSchema, version: v.exactOptional(text) })),
    }),
    startedAt: timeSchema,
    finishedAt: withDescription(v.nullable(timeSchema), 'null where the run was interrupted.'),
    seed: v.number(),
    suiteDigest: withDescription(text, 'SHA-256 over the files of the suites, in hexadecimal.'),
    outcome: withDescription(v.picklist(outcomes), 'How the run ended, in the words of the exit codes.'),
    headline: withDescription(text, 'How the run ended in a few words; it claims whole profiles only.'),
    scope: runScope,
    complete: withDescription(
      v.boolean(),
      'Whether every planned check was reported once and the run reached its end.',
    ),
    plan: v.strictObject({ rules: countSchema, checks: countSchema }),
    totals: withDescription(
      v.strictObject({
        ...byVerdict.entries,
        judgedBy: withDescription(
          v.strictObject(v.entriesFromList(judgements, byVerdict)),
          'The same by what they rest on.',
        ),
      }),
      'Checks by verdict; they add up to plan.checks.',
    ),
    notRun: withDescription(
      countSchema,
      'Planned checks that were never reported; totals count them as harness-fault.',
    ),
    errors: withDescription(textsSchema, 'What went wrong outside any check.'),
    evidence: v.exactOptional(
      withDescription(v.picklist(evidenceKept), 'Of which checks evidence was kept; left out, of all.'),
    ),
    network: v.exactOptional(networkSchema),
    baseline: v.exactOptional(
      withDescription(
        v.strictObject({
          file: text,
          digest: withDescription(text, 'SHA-256 of the file, in hexadecimal.'),
          entries: countSchema,
          excused: withDescription(countSchema, 'Checks that fail as an entry lists.'),
          stale: withDescription(
            v.array(v.strictObject({ entry: text, why: text })),
            'Entries that match no check any longer.',
          ),
        }),
        'The baseline of known failures.',
      ),
    ),
    previous: v.exactOptional(
      withDescription(runDifferences, 'How the run differs from the one before it in its output directory.'),
    ),
    stoppedAfter: v.exactOptional(
      withDescription(countSchema, 'The run stopped after this many failures; the other checks did not run.'),
    ),
    rules: v.array(runRule),
    excluded: withDescription(
      v.array(v.strictObject({ ...statement, reason: text })),
      'Rows and sentences that no check covers.',
    ),
    checks: v.array(runCheck),
    observations: v.array(runObservation),
  }),
  v.title('run.json, schema version 2'),
  v.description(
    'The result of one conformance run. A result is valid only if `complete` is true; `outcome` says how it ended.',
  ),
)
export type RunResult = Frozen<v.InferOutput<typeof runResult>>
