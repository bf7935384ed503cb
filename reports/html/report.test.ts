import { describe, expect, test } from 'vitest'
import { placeholderRule } from '#harness/outline.ts'
import type { ReadEvidence } from '../evidence.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { hostileEvents, hostileEvidence } from '../testing/hostile-run.ts'
import { largeEvents } from '../testing/large-run.ts'
import { greenEvents, sampleEvents } from '../testing/sample-run.ts'
import { escapeHtml, html } from './markup.ts'
import { dataScriptsOf, scriptOf } from './data-scripts.ts'
import { renderHtml } from './report.ts'

const entry = { source: 'etcd', kind: 'asked', what: 'Range /registry/x' } as const

describe('markup', () => {
  test('a template escapes all slot values', () => {
    expect(html`<p title="${'"><b>'}">${['<i>', 1, undefined]}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;1</p>',
    )
  })

  test('a template keeps markup unchanged', () => {
    expect(html`<ul>${[html`<li>`, html`<li>`]}</ul>`.markup).toBe('<ul><li><li></ul>')
  })

  test('a template removes characters that no page can contain', () => {
    expect(escapeHtml('a\u0000b\u001b[1mc\u0007')).toBe('abc')
  })
})

describe('report.html', () => {
  test('the page loads nothing: it contains no address to fetch', () => {
    const page = renderHtml(sampleEvents())

    expect(page.match(/\b(?:src|action|srcset|data|poster)="[^"]*"|@import|url\(/g)).toBeNull()
    expect(page.match(/<(link|img|iframe|object|embed|base)\b/g)).toBeNull()
  })

  test('the page contains only own scripts, regardless of the responses of an implementation', () => {
    const page = renderHtml(hostileEvents())

    expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="data">', '<script>'])
    expect(page.match(/<img| onclick="|href="javascript/g)).toBeNull()
  })

  test('the page lists rows without a rule, by document with their count', () => {
    const [header, ...rest] = greenEvents()
    if (header?.type !== 'header') throw new Error('The sample has no header.')
    const rows = Array.from({ length: 120 }, (_, index) =>
      placeholderRule({
        document: index < 50 ? 2 : 3,
        section: 'Fields',
        row: `field${index}`,
        program: 'apiserver',
        profile: 'apiserver-flags',
      }),
    )
    const plan = { ...header.plan, rules: [...header.plan.rules, ...rows] }
    const page = renderHtml([{ ...header, plan }, ...rest])

    expect(page).toContain('Document 2: 50 rows')
    expect(page).toContain('Document 3: 70 rows')
    expect(page.match(/<code>field\d+<\/code>/g)).toHaveLength(120)
  })

  test('the page links sections to their pages of Kubernetes, but to no other scheme than https', () => {
    const [header, ...rest] = sampleEvents()
    if (header?.type !== 'header') throw new Error('The sample has no header.')
    const [rule] = header.plan.rules
    if (rule === undefined) throw new Error('The sample has no rule.')
    const { document, section } = rule.source
    const pages = ['https://kubernetes.io/docs/a/', 'javascript:alert(1)'].map((address) => ({
      document,
      section,
      address,
    }))
    const page = renderHtml([{ ...header, pages }, ...rest])

    expect(page.match(/<a class="page" [^>]*>/g)).toEqual([
      '<a class="page" href="https://kubernetes.io/docs/a/" rel="noreferrer">',
    ])
  })

  test('the page names the vendor, and shows since when checks fail', () => {
    const [header, ...rest] = sampleEvents()
    const footer = rest.pop()
    if (header?.type !== 'header' || footer?.type !== 'footer') throw new Error('The sample is no whole run.')
    const brokenCheck = 'authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash'
    const page = renderHtml([
      { ...header, target: { ...header.target, vendor: 'acme' } },
      ...rest,
      {
        ...footer,
        previous: {
          startedAt: '2026-11-20T08:00:00.000Z',
          newFailures: ['authn.jwt.discovery-url-differs/starts-with-a-discoveryurl-that-differs-from-url'],
          failingSince: { [brokenCheck]: '2026-11-18T08:00:00.000Z' },
          fixed: ['some/check'],
        },
      },
    ])

    expect(page).toContain('vendor acme')
    expect(page).toContain(
      'Since the run of 2026-11-20 08:00 UTC: 1 new failure, 1 check still failing (the first since 2026-11-18 08:00 UTC), 1 fixed.',
    )
    expect(page).toContain('<span class="tag">since 2026-11-18 08:00 UTC</span>')
    expect(page).toContain('<span class="tag">new</span>')
  })

  test('equal events result in the same page', () => {
    expect(renderHtml(sampleEvents())).toBe(renderHtml(sampleEvents()))
  })

  test('the page stays below 3 MB for as many rules and checks as the product has', () => {
    const page = renderHtml(largeEvents(2100))

    expect(page.length).toBeGreaterThan(1_000_000)
    expect(page.length).toBeLessThan(3_000_000)
  })

  test('the page can be opened when every check is red', () => {
    const redEvents = largeEvents(500).map((event) =>
      event.type === 'check' ? ({ ...event, verdict: 'broken', reason: 'It broke.' } as const) : event,
    )

    expect(renderHtml(redEvents).length).toBeLessThan(3_000_000)
  })

  test('report.html of a green run lists nothing that needs attention', () => {
    expect(renderHtml(greenEvents())).not.toContain('id="attention">Failures')
  })
})

describe('the external content of the page', () => {
  test('the external content stores only one copy of a text that many checks share', () => {
    const scripts = [...dataScriptsOf(largeEvents(50), sampleEvidence)]
    const paths = scripts.map(({ path }) => path)
    const configurations = scripts.map(
      ({ text }) => text.split('kind: AuthenticationConfiguration').length - 1,
    )

    expect(scripts.length).toBeGreaterThan(5)
    expect(configurations.reduce((sum, n) => sum + n)).toBe(1)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('the external content is limited in size per script, regardless of the amount of evidence', () => {
    const flood: ReadEvidence = (check) => ({
      timeline: Array.from({ length: 2000 }, (_, index) => ({ ...entry, atMs: check.startedAtMs + index })),
      files: [
        { name: 'output.txt', kind: 'output', text: `${check.id} ${'flood '.repeat(20_000)}${check.id}` },
      ],
    })
    const longestScript = Math.max(
      ...[...dataScriptsOf(largeEvents(10), flood)].map(({ text }) => text.length),
    )

    expect(longestScript).toBeGreaterThan(500_000)
    expect(longestScript).toBeLessThan(2_000_000)
  })

  test('the external content is data, regardless of the responses of an implementation', () => {
    const scripts = [...dataScriptsOf(hostileEvents(), hostileEvidence)]
    const scriptContents = scripts.map(({ text }): unknown => JSON.parse(text))

    expect(scripts.length).toBeGreaterThan(0)
    expect(scriptContents).toEqual(
      scripts.map(() => ({ checks: expect.any(Object), texts: expect.any(Array) })),
    )
    for (const script of scripts)
      expect(scriptOf(script)).toMatch(/^orchConformance\("evidence\/pages\/\d+\.js","[\w+/=]+"\)\n$/)
  })

  test.each(['../elsewhere', '/tmp/elsewhere', 'evidence/../../elsewhere'])(
    'the external content is empty for a check whose evidence is at %s',
    (evidence) => {
      const events = sampleEvents().map((event) => (event.type === 'check' ? { ...event, evidence } : event))

      expect([...dataScriptsOf(events, sampleEvidence)]).toEqual([])
    },
  )
})
