import * as v from 'valibot'
import { judgements, type Plan } from './catalogue.ts'
import { capabilities } from './capabilities.ts'
import type { Frozen } from './contract.ts'
import { withDescription, texts, nonNegativeInteger } from './schema-descriptions.ts'
import { profiles } from './profiles.ts'
import { roles } from './roles.ts'

const ruleEntries = {
  id: withDescription(v.string(), '`area.subject.assertion`, kept for life.'),
  level: v.picklist(['MUST', 'SHOULD', 'UNSPECIFIED']),
  says: withDescription(v.string(), 'What the document states, in our words.'),
  source: v.object({
    document: v.picklist([1, 2, 3]),
    section: v.string(),
    rows: withDescription(texts, 'The keys of the table rows that it covers, or the subject of a sentence.'),
    aspect: v.exactOptional(withDescription(v.string(), 'Which part of them.')),
  }),
  program: withDescription(v.picklist(roles), 'The program that it tests.'),
  profile: withDescription(v.picklist(profiles), 'The part of the documents that it belongs to.'),
  declaredAt: v.exactOptional(
    withDescription(
      v.string(),
      'The source line that declares it, or the row of the table that it is made from.',
    ),
  ),
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
        judgedBy: withDescription(v.picklist(judgements), 'What a verdict about it rests on.'),
        capability: v.exactOptional(v.string()),
      }),
    ]),
  ),
  checks: v.array(
    v.object({
      id: withDescription(v.string(), '`<rule id>/<title in kebab case>`.'),
      rule: v.string(),
      title: v.string(),
      twin: v.exactOptional(
        withDescription(v.string(), 'The check that must have held for this one to count.'),
      ),
      declaredAt: v.exactOptional(withDescription(v.string(), 'The source line that declares it.')),
    }),
  ),
  profiles: withDescription(
    v.array(v.object({ name: v.picklist(profiles), rules: nonNegativeInteger, notYet: nonNegativeInteger })),
    'The size of each profile, independent of the selection: its rules with checks, and rows that are not covered yet.',
  ),
  outOfScope: withDescription(
    v.array(v.object({ program: v.picklist(roles), rules: nonNegativeInteger })),
    'Programs of selected rules that the target does not describe.',
  ),
  shardOf: v.exactOptional(
    withDescription(
      v.object({
        rules: texts,
        checks: texts,
        borrowed: withDescription(
          texts,
          'Checks of other shards that run here too, because refusals count on them.',
        ),
      }),
      'Of a shard: the ids of all that the run plans of which it is a part, in that order.',
    ),
  ),
})

const selection = v.object({
  only: v.exactOptional(withDescription(texts, 'Globs over rule and check ids.')),
  grep: v.exactOptional(
    withDescription(texts, 'Regular expressions over sentences of rules and titles of checks.'),
  ),
  profiles: v.exactOptional(v.array(v.picklist(profiles))),
  shard: v.exactOptional(v.object({ index: nonNegativeInteger, of: nonNegativeInteger })),
})

/** The options of a command line that determine verdicts, as parsed. */
export const invocation = v.object({
  target: withDescription(v.string(), 'A name, or the path of a target file as it was given.'),
  program: withDescription(texts, 'ROLE=PATH each.'),
  role: v.exactOptional(withDescription(v.string(), 'The role of the command.')),
  limit: withDescription(texts, 'NAME=TIME each.'),
  out: withDescription(v.string(), 'The output directory.'),
  thorough: v.boolean(),
  command: withDescription(texts, 'What stood behind `--`.'),
})
/** The options of a command line that determine verdicts. */
export type Invocation = Frozen<v.InferOutput<typeof invocation>>

const targetSummary = v.object({
  name: v.string(),
  dialect: v.string(),
  vendor: v.exactOptional(
    withDescription(v.string(), 'Whose known deviations apply, as the target file names the vendor.'),
  ),
  programs: v.array(v.object({ role: v.string(), command: texts, version: v.exactOptional(v.string()) })),
})
/** The implementation under test, as named in results. */
export type TargetSummary = Frozen<v.InferOutput<typeof targetSummary>>

/** Checks whose evidence a run may keep: all checks, or the checks whose own result is red. */
export const evidenceKept = ['all', 'red'] as const
/** One value of `evidenceKept`. */
export type EvidenceKept = (typeof evidenceKept)[number]

/** Networks in which the programs and peers of a run can be. */
export const networks = ['own', 'machine'] as const
/** One value of `networks`. */
export type Network = (typeof networks)[number]

/** The first line of `events.jsonl`. */
export const headerEvent = v.object({
  type: v.literal('header'),
  schemaVersion: v.literal(2),
  tool: v.object({ name: v.string(), version: v.string() }),
  target: targetSummary,
  startedAt: withDescription(v.string(), 'ISO 8601, UTC.'),
  seed: v.number(),
  jobs: withDescription(v.optional(v.number(), 1), 'How many suite files ran at once.'),
  suiteDigest: withDescription(v.string(), 'SHA-256 over the files of the suites, in hexadecimal.'),
  set: v.exactOptional(
    withDescription(
      v.object({ name: v.string(), digest: v.string() }),
      'The frozen set of the standard whose rules were selected: its name, and the SHA-256 of its rows and rules.',
    ),
  ),
  argv: withDescription(texts, 'The arguments of the command line, as they were given.'),
  invocation: v.exactOptional(
    withDescription(invocation, 'The parsed options, for commands that rerun a check.'),
  ),
  evidence: v.exactOptional(
    withDescription(
      v.picklist(evidenceKept),
      'Of which checks evidence was kept: left out, of all; `red`, of those that were not fine.',
    ),
  ),
  network: v.exactOptional(
    withDescription(
      v.picklist(networks),
      'Where the workers, with their programs and peers, were: `own`, each in a network without a way to other machines, or `machine`.',
    ),
  ),
  selection: withDescription(selection, 'The selection; empty selects everything.'),
  baseline: v.exactOptional(
    withDescription(
      v.object({ file: v.string(), digest: v.string(), entries: nonNegativeInteger }),
      'The list of failures that are known: as the command line names it, with its SHA-256 and how many it has.',
    ),
  ),
  capabilitiesOff: withDescription(
    v.array(v.picklist(capabilities)),
    'What the target does not offer and checks may need.',
  ),
  pages: v.exactOptional(
    withDescription(
      v.array(v.object({ document: v.picklist([1, 2, 3]), section: v.string(), address: v.string() })),
      "Pages of Kubernetes' documentation that correspond to sections of the documents.",
    ),
  ),
  plan,
})
/** Type of the first line of `events.jsonl`. */
export type HeaderEvent = Frozen<v.InferOutput<typeof headerEvent>>

// Suites use the type `Plan`, so the header must have the same type.
type SameType<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
true satisfies SameType<HeaderEvent['plan'], Plan>
