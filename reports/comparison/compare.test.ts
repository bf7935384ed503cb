import { describe, expect, test } from 'vitest'
import { resultOf } from '../result.ts'
import { hostileEvents } from '../testing/hostile-run.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import { compareRuns } from './compare.ts'
import { comparisonMarkdown } from './markdown.ts'

const runBefore = resultOf(sampleEvents())
const changedEvents = sampleEvents().map((event) => {
  if (event.type !== 'check') return event
  if (event.id.endsWith('trailing-slash')) return { ...event, verdict: 'held' } as const
  if (event.id.endsWith('left-out'))
    return { ...event, verdict: 'broken', reason: 'It was accepted.' } as const
  const [first, ...rest] = event.observations
  return first === undefined
    ? event
    : { ...event, observations: [{ ...first, value: ['MatchAny'] }, ...rest] }
})
const runAfter = resultOf(changedEvents)

describe('two runs', () => {
  test('two runs differ in verdicts, with worse verdicts first, and in observations', () => {
    const { verdicts, observations, same } = compareRuns(runBefore, runAfter)

    expect({ verdicts, observations, same }).toMatchInlineSnapshot(`
      {
        "observations": [
          {
            "after": [
              "MatchAny",
            ],
            "before": [
              "",
              "MatchAny",
            ],
            "check": "authn.jwt.audience-match-policy/records-which-values-are-accepted",
            "rule": "authn.jwt.audience-match-policy",
            "what": "accepted values",
          },
        ],
        "same": 19,
        "verdicts": [
          {
            "after": "broken",
            "before": "held",
            "check": "authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-is-left-out",
            "direction": "worse",
            "reason": "It was accepted.",
            "rule": "authn.jwt.iss-equals-issuer-url",
          },
          {
            "after": "held",
            "before": "broken",
            "check": "authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash",
            "direction": "better",
            "reason": "expected { status: 201 } to deeply equal { status: 401 }",
            "rule": "authn.jwt.iss-equals-issuer-url",
          },
        ],
      }
    `)
  })

  test('two equal runs have no differences', () => {
    expect(compareRuns(runBefore, runBefore)).toMatchObject({ verdicts: [], observations: [], same: 21 })
  })

  test('the comparison of two runs with different plans names the checks that only one run has', () => {
    const shorterRun = { ...runBefore, checks: runBefore.checks.slice(1), suiteDigest: 'another' }

    expect(compareRuns(shorterRun, runBefore).onlyAfter).toEqual([runBefore.checks[0]?.id])
    expect(comparisonMarkdown(compareRuns(runBefore, shorterRun))).toContain('The runs used different suites')
    expect(comparisonMarkdown(compareRuns(runBefore, shorterRun))).toContain(
      'The runs planned different checks: 1 check only in the first, 0 checks only in the second.',
    )
  })

  test('two runs do not differ in observations of a check that only one run planned', () => {
    const checks = new Set(runBefore.observations.map(({ check }) => check))
    const shorterRun = {
      ...runBefore,
      checks: runBefore.checks.filter(({ id }) => !checks.has(id)),
      observations: [],
    }

    expect(compareRuns(shorterRun, runBefore).observations).toEqual([])
  })

  test('two runs are rendered as Markdown', () => {
    expect(comparisonMarkdown(compareRuns(runBefore, runAfter))).toMatchInlineSnapshot(`
      "## kubernetes, 2026-11-21T08:00:00.000Z → kubernetes, 2026-11-21T08:00:00.000Z

      1 check worse, 1 better, 19 the same; 1 observation and 0 answers changed.

      ### Verdicts

      | Check | Before | After | Reason |
      | --- | --- | --- | --- |
      | <code>authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-is-left-out</code> | held | **broken** | It was accepted. |
      | <code>authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash</code> | broken | **held** | expected &#123; status: 201 &#125; to deeply equal &#123; status: 401 &#125; |

      ### Observations

      | Rule | What | Before | After |
      | --- | --- | --- | --- |
      | <code>authn.jwt.audience-match-policy</code> | accepted values | <code>&#91; "", "MatchAny" &#93;</code> | <code>&#91; "MatchAny" &#93;</code> |
      "
    `)
  })

  test('two runs are rendered with hostile text escaped', () => {
    expect(comparisonMarkdown(compareRuns(runBefore, resultOf(hostileEvents())))).not.toMatch(/<(script|img)/)
  })
})
