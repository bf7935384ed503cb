import { placeText } from '#harness/catalogue.ts'
import { HarnessError } from '#harness/errors.ts'
import type { RunEvent } from '#harness/events.ts'
import { nearest } from '#harness/nearest.ts'
import { headerOf, resultOf } from '../result.ts'
import { verdictWords } from '../displayed-verdict.ts'
import { type BundledFile } from './files.ts'
import { merkleRoot } from './merkle.ts'
import { catalogueDigest } from './build-manifest.ts'

/** Returns a prefilled form to challenge a check, as Markdown. Parts that only the challenger knows are left blank. */
export function challengeText(
  events: readonly RunEvent[],
  id: string,
  evidence: readonly BundledFile[],
): string {
  const header = headerOf(events)
  const result = resultOf(events)
  const check = result.checks.find((one) => one.id === id)
  const rule = result.rules.find((one) => one.id === check?.rule)
  if (check === undefined || rule === undefined) {
    const nearestId = nearest(
      id,
      result.checks.map((one) => one.id),
    )
    throw new HarnessError(
      'usage',
      `The run has no check ${id}.${nearestId === undefined ? '' : ` Did you mean ${nearestId}?`}`,
    )
  }
  const programs = header.target.programs.map(({ role, version }) => `${role} ${version ?? '(no version)'}`)
  const checkEvidence = evidence.filter(
    ({ path }) =>
      check.evidence !== null && (path === check.evidence || path.startsWith(`${check.evidence}/`)),
  )
  return `# Challenge: ${id}

## What is disputed

| | |
|---|---|
| Rule | ${rule.id} (${rule.level}) |
| Source | ${cell(placeText(rule.source))} |
| Statement of the rule | ${cell(rule.says)} |
| Check | ${cell(check.title)} |
| Verdict | ${verdictWords(check.verdict)} |
| Control check | ${check.twin ?? 'none'} |
| Tested by | ${header.tool.name} ${header.tool.version} |
| Catalogue | ${catalogueDigest(header)} |
| Suites | ${header.suiteDigest} |
| Target | ${cell(`${header.target.name}, dialect ${header.target.dialect}: ${programs.join(', ')}`)} |
| Run | ${header.startedAt} |
| Evidence | ${checkEvidence.length} files, Merkle root ${merkleRoot(checkEvidence)} |

## Expected and actual

Expected:

${codeBlock(check.expected)}

Actual:

${codeBlock(check.actual)}
${check.reason === null ? '' : `\nReason:\n\n${codeBlock(check.reason)}\n`}
Run again with: \`${check.repro}\`

${checkEvidence.length === 0 ? '' : `Files:\n\n${checkEvidence.map(({ path, sha256 }) => `- \`${path}\` ${sha256}`).join('\n')}\n`}
## The sentence of the document

<!-- FILL: quote the row or sentence, with its context. -->

## The reading that you propose

<!-- FILL: what the sentence requires, and why the check requires more or something else. -->

## The entry in the list of exclusions, if the challenge is accepted

\`\`\`yaml
- check: ${id}
  reason: # FILL
  link: # FILL
\`\`\`
`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function codeBlock(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null')
  return `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``
}
