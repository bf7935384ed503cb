import { describe, expect, test } from 'vitest'
import type { ReadEvidence } from '../evidence.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { hostileEvents, hostileEvidence } from '../testing/hostile-run.ts'
import { largeEvents } from '../testing/large-run.ts'
import { greenEvents, sampleEvents } from '../testing/sample-run.ts'
import { escapeHtml, html } from './markup.ts'
import { renderHtml } from './report.ts'

const entry = { source: 'etcd', kind: 'asked', what: 'Range /registry/x' } as const

describe('markup', () => {
  test('escapes whatever stands in a slot', () => {
    expect(html`<p title="${'"><b>'}">${['<i>', 1, undefined]}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;1</p>',
    )
  })

  test('keeps markup as it is', () => {
    expect(html`<ul>${[html`<li>`, html`<li>`]}</ul>`.markup).toBe('<ul><li><li></ul>')
  })

  test('drops what no page can hold', () => {
    expect(escapeHtml('a\u0000b\u001b[1mc\u0007')).toBe('abc')
  })
})

describe('report.html', () => {
  test('loads nothing: no address in it is fetched', () => {
    const page = renderHtml(sampleEvents(), sampleEvidence)

    expect(page.match(/\b(?:src|action|srcset|data|poster)="[^"]*"|@import|url\(/g)).toBeNull()
    expect(page.match(/<(link|img|iframe|object|embed|base)\b/g)).toBeNull()
  })

  test('holds scripts of our own only, whatever an implementation answered', () => {
    const page = renderHtml(hostileEvents(), hostileEvidence)

    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page.match(/<img| onclick="|href="javascript/g)).toBeNull()
  })

  test('is the same page for the same events', () => {
    expect(renderHtml(sampleEvents(), sampleEvidence)).toBe(renderHtml(sampleEvents(), sampleEvidence))
  })

  test('keeps a text that many checks share once', () => {
    const page = renderHtml(sampleEvents(), sampleEvidence)

    expect(page.match(/kind: AuthenticationConfiguration/g)).toHaveLength(1)
  })

  test('stays below 5 MB for 400 checks with evidence', () => {
    const page = renderHtml(largeEvents(100), sampleEvidence)

    expect(page.length).toBeGreaterThan(500_000)
    expect(page.length).toBeLessThan(5_000_000)
  })

  test('stays openable when every check is red', () => {
    const red = largeEvents(100).map((event) =>
      event.type === 'check' ? ({ ...event, verdict: 'broken', reason: 'It broke.' } as const) : event,
    )
    const flood: ReadEvidence = (check) => ({
      timeline: Array.from({ length: 2000 }, (_, index) => ({ ...entry, atMs: check.startedAtMs + index })),
      files: [
        { name: 'output.txt', kind: 'output', text: `${check.id} ${'flood '.repeat(20_000)}${check.id}` },
      ],
    })

    expect(renderHtml(red, flood).length).toBeLessThan(16_000_000)
  })

  test('of a green run names nothing that needs a look', () => {
    expect(renderHtml(greenEvents(), sampleEvidence)).not.toContain('What needs a look')
  })
})
