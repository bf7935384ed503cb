import { createHash } from 'node:crypto'
import { html, type Markup, trustedMarkup } from '../html/markup.ts'
import type { Manifest } from './manifest.ts'
import { digestLines } from './program-digests.ts'

const style = `:root{color-scheme:light dark;--line:light-dark(#ccc,#555)}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
h1,h2,p{overflow-wrap:anywhere}h1{font-size:1.6rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
code{font-size:.9em;overflow-wrap:anywhere}@media print{body{margin:0;max-width:none}}`

/** Renders the certificate for human readers, with the signed statements and the instructions to verify them. */
export function renderCertificate(manifest: Manifest, signedBy: string): string {
  const { target, profiles, tool, declaration, exclusions, evidence } = manifest
  const digest = createHash('sha256').update(style).digest('base64')
  const title = `${target.name}: ${profiles.map(({ name }) => name).join(', ')}`
  const page = html`${trustedMarkup('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Certificate of ${title}</title>
<style>${trustedMarkup(style)}</style></head><body><main>
<h1>${target.name} conforms to ${profiles.map(({ name }) => name).join(', ')}</h1>
<p>This page shows what <code>certificate.json</code> signs. Only that file is signed: run <code>${tool.name} verify</code> on this directory to verify it.</p>
${table('What was tested', [
  ...profiles.map(({ name, rules }): Row => [name, html`${rules} rules, all tested`]),
  ['Checks', html`${manifest.plan.checks}: ${totalsText(manifest.totals)}`],
  ['Dialect', html`${target.dialect}`],
  ...target.programs.map(
    (program): Row => [
      program.role,
      html`${program.version ?? 'no version'}${program.files.map(({ name, sha256 }) => html`<br><code>${name} ${sha256}</code>`)}${digestLines(program).map((line) => html`<br>${line}`)}`,
    ],
  ),
])}
${table('When', [
  ['From', html`${manifest.startedAt}`],
  ['To', html`${manifest.finishedAt}`],
  ['Valid until', html`${manifest.expiresAt}`],
])}
${table(
  'Declared and seen',
  declaration.capabilities.map(
    ({ name, declared, rules }): Row => [
      name,
      html`${declared ? 'declared' : 'not declared'}; ${totalsText(rules) || 'no rule of the profiles needs it'}`,
    ],
  ),
)}
${deviations(declaration.knownDepartures)}
${
  exclusions === undefined
    ? undefined
    : table(
        `Excluded checks (list ${exclusions.version})`,
        exclusions.checks.map((check): Row => [check, html``]),
      )
}
${table('Basis', [
  ['Tested by', html`${tool.name} ${tool.version}`],
  ['Standard', html`${manifest.set?.name ?? 'not a frozen set'}`],
  ['Suites', html`<code>${manifest.suiteDigest}</code>`],
  [`Catalogue ${manifest.catalogue.version}`, html`<code>${manifest.catalogue.digest}</code>`],
  ['Evidence', html`${evidence.files} files, ${evidence.bytes} bytes, in this directory`],
  ['Signed by the key', html`<code>${signedBy}</code>`],
])}
</main></body></html>
`
  return page.markup
}

type Row = readonly [name: string, value: Markup]

function table(title: string, rows: readonly Row[]): Markup {
  return html`<h2>${title}</h2><table>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>
`
}

function deviations(known: Manifest['declaration']['knownDepartures']): Markup {
  if (known.length === 0) return html``
  return table(
    'Known departures',
    known.map(({ check, reason }): Row => [check, html`${reason}`]),
  )
}

function totalsText(totals: Readonly<Partial<Record<string, number>>>): string {
  return Object.entries(totals)
    .filter(([, count]) => (count ?? 0) > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ')
}
