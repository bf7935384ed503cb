import { createHash } from 'node:crypto'
import { placeText } from '#harness/catalogue.ts'
import { causesOf } from '../causes.ts'
import { fileOfLocation } from '../declared-location.ts'
import { headlineOf } from '../headline.ts'
import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import { displayedVerdict } from '../displayed-verdict.ts'
import {
  earlierFailures,
  factLines,
  type Fate,
  fateOf,
  fateByVerdict,
  messageOf,
  typeOf,
} from './check-result.ts'

// Version of the CTRF schema.
const specVersion = '0.0.0'

type Status = 'passed' | 'failed' | 'skipped'

const statuses: Readonly<Record<Fate, Status>> = {
  passed: 'passed',
  failure: 'failed',
  error: 'failed',
  skipped: 'skipped',
}

/**
 * Renders a run in the Common Test Report Format, with one test per check. A red check of the run is `failed`: the
 * format has no status for an inconclusive test.
 */
export function renderCtrf(result: RunResult): string {
  const rules = new Map(result.rules.map((rule) => [rule.id, rule]))
  const firstOf = new Map(
    causesOf(result).flatMap(({ checks: [first, ...others] }) => others.map(({ id }) => [id, first.id])),
  )
  const isStopped = result.stoppedAfter !== undefined
  const tests = [
    ...result.checks.map((check) =>
      testOf(check, fateOf(check, { isStopped }), rules.get(check.rule), firstOf.get(check.id)),
    ),
    ...wholeRunTests(result),
  ]
  const countTests = (status: Status): number => tests.filter((test) => test.status === status).length
  const startMs = Date.parse(result.startedAt)
  const stopMs = result.finishedAt === null ? startMs : Date.parse(result.finishedAt)
  const report = {
    reportFormat: 'CTRF',
    specVersion,
    runId: runIdOf(result),
    timestamp: result.finishedAt ?? result.startedAt,
    generatedBy: result.tool.name,
    results: {
      tool: { name: result.tool.name, version: result.tool.version },
      summary: {
        tests: tests.length,
        passed: countTests('passed'),
        failed: countTests('failed'),
        skipped: countTests('skipped'),
        pending: 0,
        other: 0,
        flaky: tests.filter(({ flaky }) => flaky).length,
        suites: new Set(result.checks.map(({ rule }) => sectionOf(rules.get(rule)))).size,
        start: startMs,
        stop: stopMs,
        duration: stopMs - startMs,
      },
      tests,
      environment: {
        testEnvironment: result.target.name,
        ...(result.scope.shard && { shardId: `${result.scope.shard.index}/${result.scope.shard.of}` }),
        extra: environmentOf(result),
      },
    },
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

interface CtrfTest {
  readonly name: string
  readonly status: Status
  readonly duration: number
  readonly flaky?: boolean
}

function testOf(
  check: RunCheck,
  fate: Fate,
  rule: RunRule | undefined,
  first: string | undefined,
): CtrfTest & Readonly<Record<string, unknown>> {
  const { attempts = [] } = check
  // The result of the test is the last attempt.
  const earlierAttempts = attempts.slice(0, -1)
  const isBad = fate === 'failure' || fate === 'error'
  return {
    testId: check.id,
    name: check.title,
    status: statuses[fate],
    rawStatus: typeOf(check),
    duration: Math.round(check.durationMs),
    suite: [sectionOf(rule), check.rule],
    ...(displayedVerdict(check) !== 'held' && { message: messageOf(check) }),
    ...(isBad && { trace: factLines(check, rule, first).join('\n') }),
    ...(check.declaredAt !== undefined && { filePath: fileOfLocation(check.declaredAt) }),
    ...(rule && {
      labels: {
        level: rule.level,
        profile: rule.profile,
        program: rule.program,
        source: placeText(rule.source),
      },
    }),
    ...(earlierAttempts.length > 0 && {
      retries: earlierAttempts.length,
      retryAttempts: earlierAttempts.map(({ verdict, reason }, index) => ({
        attempt: index + 1,
        status: statuses[fateByVerdict[verdict]],
        ...(reason !== null && { message: reason }),
        extra: { rawStatus: verdict },
      })),
    }),
    flaky: fate === 'passed' && earlierFailures(check, fate).length > 0,
  }
}

/** Returns the failures that no check states: a run that did not reach its end, or failed outside the checks. */
function wholeRunTests(result: RunResult): CtrfTest[] {
  const staleEntries = result.baseline?.stale.map(({ entry, why }) => `${entry}: ${why}`) ?? []
  if (result.complete && result.errors.length + staleEntries.length === 0) return []
  const { detail } = headlineOf(result)
  const statusDetails = { message: detail, trace: [detail, ...result.errors, ...staleEntries].join('\n') }
  return [{ name: 'the run reaches its end', status: 'failed', duration: 0, ...statusDetails }]
}

function sectionOf(rule: RunRule | undefined): string {
  return rule === undefined ? 'unknown rules' : `Document ${rule.source.document} / ${rule.source.section}`
}

/** Returns the id of the run, which is also the id of the trace that `--otlp` exports. */
function runIdOf({ startedAt, suiteDigest, target }: RunResult): string {
  return createHash('sha256').update(`${startedAt} ${suiteDigest} ${target.name}`).digest('hex').slice(0, 32)
}

function environmentOf({
  target,
  headline,
  outcome,
  suiteDigest,
  seed,
}: RunResult): Readonly<Record<string, unknown>> {
  return { headline, outcome, dialect: target.dialect, programs: target.programs, suiteDigest, seed }
}
