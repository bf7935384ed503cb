import type { RunEvent } from '#harness/events.ts'
import type { CheckEvidence } from '../evidence.ts'
import { footerOf, sampleCheck, sampleHeader, sampleStartMs } from './sample-run.ts'

/** Text that is harmful if a report treats it as markup, a command or a terminal sequence. */
export const hostileText = [
  '</script><script>globalThis.pwned=1</script>',
  '<img src=x onerror="globalThis.pwned=1">',
  '"\' onclick="globalThis.pwned=1" \'',
  '</template></details>]]>&amp;<!--',
  '::error::owned',
  '| cell | `code` ``` [link](javascript:alert(1)) @someone #1',
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202eturned \u0000\u0008\u0085\ud800\uffff',
].join('\n')

/** Returns a run in which all externally controlled content is hostile. */
export function hostileEvents(): RunEvent[] {
  const rule = {
    id: 'a.b.c',
    level: 'MUST',
    says: `Says ${hostileText}`,
    program: 'apiserver',
    profile: 'apiserver-configuration',
    judgedBy: 'behaviour',
    source: { document: 1, section: `Section ${hostileText}`, rows: [`row ${hostileText}`] },
  } as const
  const header = sampleHeader([
    { rule, accepts: `accepts ${hostileText}`, refuses: ['refuses x', 'refuses y'] },
  ])
  const checks = header.plan.checks.map((planned, index) => ({
    ...sampleCheck(planned, index),
    verdict: (['broken', 'known-failing', 'warned'] as const)[index] ?? 'broken',
    reason: hostileText,
    expected: { text: hostileText },
    actual: hostileText,
    assertions: [{ matcher: hostileText, expected: hostileText, actual: hostileText, passed: false }],
    observations: [{ what: hostileText, value: hostileText }],
    known: { reason: hostileText, link: 'javascript:globalThis.pwned=1', passes: false },
  }))
  const target = {
    name: hostileText,
    dialect: hostileText,
    programs: [{ role: hostileText, command: [hostileText] }],
  }
  return [{ ...header, target }, ...checks, footerOf(checks, [hostileText])]
}

/** Returns evidence with hostile content. */
export function hostileEvidence(): CheckEvidence {
  return {
    timeline: [
      { atMs: sampleStartMs, source: hostileText, kind: 'note', what: hostileText, data: { hostileText } },
      {
        atMs: sampleStartMs + 5,
        untilMs: sampleStartMs + 9,
        source: 'oidc',
        kind: 'asked',
        what: hostileText,
      },
    ],
    files: [
      { name: hostileText, kind: 'configuration', text: hostileText },
      { name: 'output.txt', kind: 'output', text: hostileText },
    ],
  }
}
