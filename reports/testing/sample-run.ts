import { checkId, type PlannedCheck } from '#harness/catalogue.ts'
import type { CheckEvent, FooterEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { profiles } from '#harness/profiles.ts'
import type { Verdict } from '#harness/verdict.ts'
import { type SampleRule, sampleExcluded, sampleRules } from './sample-rules.ts'

/** Start time of the sample run, in milliseconds. */
export const sampleStartMs = Date.parse('2026-11-21T08:00:00.000Z')

type SampleVerdict = Pick<CheckEvent, 'verdict'> & Partial<CheckEvent>

const status = (expected: number, actual: number): SampleVerdict => ({
  verdict: 'broken',
  reason: `expected { status: ${actual} } to deeply equal { status: ${expected} }`,
  expected: { status: expected },
  actual: { status: actual, user: 'alice@example.org' },
  assertions: [
    { matcher: 'toEqual', expected: { status: expected }, actual: { status: actual }, passed: false },
  ],
})

/** Results of the sample checks, by check id. All other checks hold. */
const sampleVerdicts: Readonly<Record<string, SampleVerdict>> = {
  'authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash': status(401, 201),
  'authn.jwt.discovery-url-differs/starts-with-a-discoveryurl-that-differs-from-url': {
    verdict: 'crashed',
    reason: 'apiserver ended with signal SIGSEGV 312 ms after its start, before it answered /readyz.',
  },
  'authn.jwt.discovery-url-differs/refuses-to-start-with-a-discoveryurl-that-equals-url': {
    verdict: 'untestable',
    reason: 'Control check: crashed. A refusal proves nothing unless its control check is accepted.',
  },
  'authn.jwt.audience-match-policy/records-which-values-are-accepted': {
    verdict: 'observed',
    observations: [
      { what: 'accepted values', value: ['', 'MatchAny'] },
      { what: 'message for "MatchAll"', value: 'unsupported value "MatchAll"' },
    ],
  },
  'authn.jwt.email-verified/refuses-a-token-whose-email-is-not-verified': {
    ...status(401, 201),
    verdict: 'known-failing',
    known: {
      reason: 'The automatic check is missing when the prefix is empty; fixed in the next minor release.',
      link: 'https://example.org/issues/4711',
      passes: false,
    },
  },
  'egress.proxy.connect/reaches-a-webhook-through-the-proxy': {
    verdict: 'not-applicable',
    reason: 'The dialect declares no capability "objects", so no webhook can be registered.',
  },
  'tracing.endpoint.default-unset/exports-to-the-default-address': {
    verdict: 'warned',
    reason: 'No export arrived at localhost:4317 within 5000 ms.',
    expected: 'an OTLP export within 5000 ms',
    actual: 'no connection',
    assertions: [{ matcher: 'toHaveExported', expected: 'an export', actual: 'none', passed: false }],
  },
  'flags.shutdown.readyz-fails-at-once/fails-readyz-within-one-poll-of-the-signal': {
    verdict: 'inconclusive',
    reason: 'The machine itself paused for 214 ms, more than the 100 ms that the measurement allows.',
  },
  'flags.anonymous-auth.exclusive/refuses-to-start-with-the-flag-and-the-member': {
    verdict: 'harness-fault',
    reason: 'The mock etcd closed its port while the check used it: listen EADDRINUSE 127.0.0.1:41873.',
  },
}

/** Returns every planned check of the rules. The twin of a refusal is the rule's accepted check. */
function plannedChecks(rules: readonly SampleRule[]): PlannedCheck[] {
  return rules.flatMap(({ rule, accepts, refuses = [] }) => {
    const twinId = checkId(rule.id, accepts)
    return [
      { id: twinId, rule: rule.id, title: accepts },
      ...refuses.map((title) => ({ id: checkId(rule.id, title), rule: rule.id, title, twin: twinId })),
    ]
  })
}

/** Returns the header of a run over the rules. */
export function sampleHeader(rules: readonly SampleRule[] = sampleRules): HeaderEvent {
  return {
    type: 'header',
    schemaVersion: 2,
    tool: { name: 'orch-conformance', version: '0.1.0' },
    target: {
      name: 'kubernetes',
      dialect: 'kubernetes',
      programs: [
        { role: 'apiserver', command: ['/opt/k8s/bin/kube-apiserver'], version: 'v1.34.9' },
        { role: 'etcd', command: ['orch-conformance', 'mock', 'etcd'] },
      ],
    },
    startedAt: new Date(sampleStartMs).toISOString(),
    seed: 42,
    jobs: 2,
    suiteDigest: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
    argv: [
      'run',
      '--target',
      'kubernetes',
      '--program',
      'apiserver=/opt/k8s/bin/kube-apiserver',
      '--jobs',
      '2',
    ],
    invocation: {
      target: 'kubernetes',
      program: ['apiserver=/opt/k8s/bin/kube-apiserver'],
      limit: [],
      out: 'out',
      thorough: false,
      command: [],
    },
    selection: {},
    capabilitiesOff: [],
    plan: {
      profiles: profiles.map((name) => ({
        name,
        rules: rules.filter(({ rule }) => rule.profile === name).length,
        notYet: 0,
      })),
      rules: [...rules.map(({ rule }) => rule), sampleExcluded],
      checks: plannedChecks(rules),
      outOfScope: [],
    },
  }
}

/** Returns the event of one check with its sample verdict. */
export function sampleCheck(planned: PlannedCheck, index: number): CheckEvent {
  const sampleVerdict = sampleVerdicts[planned.id] ?? { verdict: 'held' }
  return {
    type: 'check',
    id: planned.id,
    rule: planned.rule,
    startedAtMs: sampleStartMs + 2000 + index * 40,
    durationMs: 18.5 + ((index * 37) % 90),
    expected: { status: planned.title.startsWith('refuses') ? 401 : 201 },
    actual: { status: planned.title.startsWith('refuses') ? 401 : 201 },
    assertions: sampleVerdict.verdict === 'held' ? heldAssertions(planned) : [],
    observations: [],
    launches: [
      { outcome: planned.title.startsWith('refuses to start') ? 'refused' : 'ready', durationMs: 112 },
    ],
    ...(planned.twin && { twin: planned.twin }),
    evidence: `evidence/${planned.id.replaceAll('/', '.')}`,
    ...(sampleVerdict.verdict !== 'held' && { expected: null, actual: null }),
    ...sampleVerdict,
  }
}

/** Returns a finished run that shows every verdict. */
export function sampleEvents(rules: readonly SampleRule[] = sampleRules): RunEvent[] {
  const header = sampleHeader(rules)
  const checks = header.plan.checks.map(sampleCheck)
  return [header, ...checks, footerOf(checks)]
}

/** Returns the sample run, interrupted after the given number of checks. */
export function interruptedEvents(checkCount: number): RunEvent[] {
  return sampleEvents().slice(0, checkCount + 1)
}

/** Returns a finished run in which everything holds. */
export function greenEvents(rules: readonly SampleRule[] = sampleRules.slice(2, 3)): RunEvent[] {
  const header = sampleHeader(rules)
  const checks = header.plan.checks.map(sampleCheck)
  return [header, ...checks, footerOf(checks)]
}

/** Returns the footer that matches the results of the checks. */
export function footerOf(checks: readonly CheckEvent[], errors: readonly string[] = []): FooterEvent {
  const totals: Partial<Record<Verdict, number>> = {}
  for (const { verdict } of checks) totals[verdict] = (totals[verdict] ?? 0) + 1
  return {
    type: 'footer',
    finishedAt: new Date(sampleStartMs + 31_400).toISOString(),
    totals,
    planned: checks.length,
    reported: checks.length,
    errors,
  }
}

function heldAssertions({ title }: PlannedCheck): CheckEvent['assertions'] {
  const status = title.startsWith('refuses') ? 401 : 201
  return [{ matcher: 'toMatchObject', expected: { status }, actual: { status }, passed: true }]
}
