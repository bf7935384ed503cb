import { describe, expect, test } from 'vitest'
import { renderAnnotations } from './annotations.ts'
import { renderMarkdown } from './markdown.ts'
import { resultOf } from '../result.ts'
import { renderTerminal } from './terminal.ts'
import { hostileEvents } from '../testing/hostile-run.ts'
import { greenEvents, interruptedEvents, sampleEvents } from '../testing/sample-run.ts'

const sample = resultOf(sampleEvents())
const greenResult = resultOf(greenEvents())
const interruptedResult = resultOf(interruptedEvents(3))
const hostileResult = resultOf(hostileEvents())
const brokenChecks = sample.checks.filter((check) => check.verdict === 'broken')
const brokenResult = {
  ...sample,
  outcome: 'nonconformant',
  headline: 'Nonconformant: 1 check in 1 of 11 rules broken',
  checks: brokenChecks,
  observations: [],
} as const

describe('summary.md', () => {
  test('summary.md shows all details of a broken check and the command that reproduces it', () => {
    expect(renderMarkdown(brokenResult)).toMatchInlineSnapshot(`
      "## Nonconformant: 1 check in 1 of 11 rules broken · kubernetes

      ### Failures

      | Verdict | Rule and check | Source | Expected | Actual |
      |---|---|---|---|---|
      | **broken**<br>MUST | A token is accepted only if its iss claim and issuer.url are the same string.<br><code>authn.jwt.iss-equals-issuer-url</code><br>refuses a token whose iss has a trailing slash | document 1, AuthenticationConfiguration, issuer.url | <code>&#123; "status": 401 &#125;</code> | <code>&#123; "status": 201, "user": "alice&#64;example.org" &#125;</code> |

      <details><summary>Commands that run these checks again</summary>

      \`\`\`sh
      npx orch-conformance repro authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash --target kubernetes --program apiserver=/opt/k8s/bin/kube-apiserver --seed 42 --out out/repro/authn.jwt.iss-equals-issuer-url.refuses-a-token-whose-iss-has-a-trailing-slash
      \`\`\`

      </details>

      | | |
      |---|---|
      | Target | kubernetes (dialect kubernetes) |
      | Programs | apiserver <code>/opt/k8s/bin/kube-apiserver</code> v1.34.9<br>etcd <code>orch-conformance mock etcd</code> |
      | Scope | apiserver-configuration: 6 of 8 rules<br>apiserver-flags: 2 of 2 rules<br>apiserver-states: 1 of 1 rule |
      | Run | 2026-11-21T08:00:00.000Z to 2026-11-21T08:00:31.400Z, seed 42 |
      | Tool | orch-conformance 0.1.0 |

      | Verdict | Checks |
      |---|---:|
      | broken | 1 |
      | **planned** | **21** |

      | Tested by | Held or observed | Checks |
      |---|---:|---:|
      | behaviour | 13 | 21 |
      | refusal | 0 | 0 |
      | text | 0 | 0 |
      | observation | 0 | 0 |
      "
    `)
  })

  test('summary.md of a green run is short', () => {
    expect(renderMarkdown(greenResult)).toMatchInlineSnapshot(`
      "## Conformant: apiserver-configuration · kubernetes

      1 rule, 2 checks: nothing is broken.

      | | |
      |---|---|
      | Target | kubernetes (dialect kubernetes) |
      | Programs | apiserver <code>/opt/k8s/bin/kube-apiserver</code> v1.34.9<br>etcd <code>orch-conformance mock etcd</code> |
      | Scope | apiserver-configuration: 1 of 1 rule |
      | Run | 2026-11-21T08:00:00.000Z to 2026-11-21T08:00:31.400Z, seed 42 |
      | Tool | orch-conformance 0.1.0 |

      | Verdict | Checks |
      |---|---:|
      | held | 2 |
      | **planned** | **2** |

      | Tested by | Held or observed | Checks |
      |---|---:|---:|
      | behaviour | 2 | 2 |
      | refusal | 0 | 0 |
      | text | 0 | 0 |
      | observation | 0 | 0 |
      "
    `)
  })

  test('summary.md lists warned, known and observed checks', () => {
    expect(renderMarkdown(sample).match(/^(#.*|<details>.*)$/gm)).toMatchInlineSnapshot(`
      [
        "## 1 check in 1 of 11 rules broken; harness fault · kubernetes",
        "### Failures",
        "<details><summary>Commands that run these checks again</summary>",
        "### Warned",
        "### Known failing",
        "<details><summary>What the implementation does where the documents leave it open</summary>",
      ]
    `)
  })

  test('summary.md of an interrupted run states that the run proves nothing', () => {
    expect(renderMarkdown(interruptedResult)).toContain(
      '18 of 21 checks did not run. What follows is partial',
    )
  })

  test('summary.md prevents text of an implementation from becoming markup or leaving its cell', () => {
    // A fence that is longer than any in its text prevents markup.
    const markdown = renderMarkdown(hostileResult).replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '')
    const rows = markdown.split('\n').filter((line) => line.startsWith('| **broken**'))

    expect(markdown).not.toMatch(/<(script|img)|\]\(javascript|@someone/)
    expect(rows.map((row) => row.split('|').length)).toEqual([7])
  })
})

describe('annotations', () => {
  test('annotations list broken checks first', () => {
    expect(renderAnnotations(sample).match(/^::\w+ title=[^:]*/gm)).toMatchInlineSnapshot(`
      [
        "::error title=broken%3A authn.jwt.iss-equals-issuer-url",
        "::error title=crashed%3A authn.jwt.discovery-url-differs",
        "::error title=harness fault%3A flags.anonymous-auth.exclusive",
        "::error title=untestable%3A authn.jwt.discovery-url-differs",
        "::error title=inconclusive%3A flags.shutdown.readyz-fails-at-once",
        "::warning title=warned%3A tracing.endpoint.default-unset",
      ]
    `)
  })

  test('an annotation has the rule, check, values and repro command on one line', () => {
    expect(renderAnnotations(brokenResult)).toMatchInlineSnapshot(`
      "::error title=broken%3A authn.jwt.iss-equals-issuer-url::A token is accepted only if its iss claim and issuer.url are the same string. (MUST, document 1, AuthenticationConfiguration, issuer.url)%0ACheck: refuses a token whose iss has a trailing slash%0AExpected: { "status": 401 }%0AActual: { "status": 201, "user": "alice@example.org" }%0ARepro: npx orch-conformance repro authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash --target kubernetes --program apiserver=/opt/k8s/bin/kube-apiserver --seed 42 --out out/repro/authn.jwt.iss-equals-issuer-url.refuses-a-token-whose-iss-has-a-trailing-slash
      "
    `)
  })

  test('annotations are empty for a green run', () => {
    expect(renderAnnotations(greenResult)).toBe('')
  })

  test('annotations of an interrupted run begin with the interruption', () => {
    expect(renderAnnotations(interruptedResult)).toMatch(
      /^::error title=Interrupted%3A 1 check in 1 of 11 rules broken::18 of 21 checks did not run\./,
    )
  })

  test('annotations prevent text of an implementation from starting a command', () => {
    const lines = renderAnnotations(hostileResult).trimEnd().split('\n')

    expect(lines.filter((line) => !/^::(error|warning) title=/.test(line))).toEqual([])
    expect(lines).toHaveLength(3)
  })
})

describe('the terminal', () => {
  const options = { outDir: 'out' }

  test('the terminal shows a block for each broken check, and the totals', () => {
    expect(renderTerminal(brokenResult, options)).toMatchInlineSnapshot(`
      "BROKEN  authn.jwt.iss-equals-issuer-url  MUST  document 1, AuthenticationConfiguration, issuer.url
        Rule      A token is accepted only if its iss claim and issuer.url are the same string.
        Check     refuses a token whose iss has a trailing slash
        Expected  { "status": 401 }
        Actual    { "status": 201, "user": "alice@example.org" }
        Trace     out/evidence/authn.jwt.iss-equals-issuer-url.refuses-a-token-whose-iss-has-a-trailing-slash/timeline.json
        Repro     npx orch-conformance repro authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash --target kubernetes --program apiserver=/opt/k8s/bin/kube-apiserver --seed 42 --out out/repro/authn.jwt.iss-equals-issuer-url.refuses-a-token-whose-iss-has-a-trailing-slash

      Nonconformant: 1 check in 1 of 11 rules broken
        1 broken
        of 21 checks · report out/report.html
      "
    `)
  })

  test('the terminal shows a green run in three lines', () => {
    expect(renderTerminal(greenResult, options)).toMatchInlineSnapshot(`
      "Conformant: apiserver-configuration  1 rule, 2 checks: nothing is broken.
        2 held
        of 2 checks · report out/report.html
      "
    `)
  })

  test('the terminal uses colours only on request', () => {
    expect(renderTerminal(greenResult, options)).not.toContain('\u001b[')
    expect(renderTerminal(greenResult, { ...options, colour: true })).toContain('\u001b[32m')
  })

  test('the terminal removes control sequences of an implementation', () => {
    const text = renderTerminal(hostileResult, options)

    expect(text.split('').filter((character) => character < ' ' && character !== '\n')).toEqual([])
    expect(text).not.toContain('\u202e')
    expect(text).toContain('[U+202E]turned')
  })
})
