import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { matrixScript, styleSheet } from '../html/client-bundle.ts'
import { sprite } from '../html/icons.ts'
import { html, type Markup, trustedMarkup } from '../html/markup.ts'
import { sectionTitle } from '../html/words.ts'
import { count } from '../displayed-verdict.ts'
import type { Matrix } from './data.ts'
import { historyParts, historyStyle } from './history.ts'

// Lets content that is wider than the window scroll separately. All other styles are the styles of the report.
const ownStyle = `.matrix-table{overflow-x:auto}.matrix-table th,.matrix-table td{padding-right:1rem}.matrix-table td:first-child,.matrix-table th:first-child{min-width:min(22rem,45vw);white-space:normal;overflow-wrap:anywhere;width:100%}.matrix-table th{white-space:normal;vertical-align:bottom}.matrix-rule:focus{outline:none}.matrix-runs{margin:.4rem 0}ul.matrix-runs{list-style:none;padding:0}.matrix-runs input{margin:0 .45rem 0 0;vertical-align:-.1em}.matrix-filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;margin:1rem 0}.matrix-filters label{display:grid;gap:.15rem;font-size:.85rem;color:var(--quiet)}.matrix-filters label.tick{display:flex;align-items:center;gap:.4rem}.matrix-filters :is(select,input[type=search]){padding:.4rem .6rem;border:1px solid var(--strong-line);border-radius:8px;background:var(--card);color:var(--text);max-width:20rem}.matrix-table code,.matrix-rule code{overflow-wrap:anywhere;color:var(--quiet)}.matrix-rule li{margin:.3rem 0;overflow-wrap:anywhere}.matrix-rule{padding:.4rem}.matrix-rule h1{margin:.8rem 0 .4rem}.matrix-rule h2{margin:1.6rem 0 .4rem;font-size:1.15rem}.matrix-rule h3{margin:.8rem 0 .2rem;font-size:.95rem}.matrix-runs{color:var(--quiet);font-size:.9rem}`

/** Renders the matrix as a self-contained page: a table, and a view of each rule under its URL fragment. */
export function matrixPage(matrix: Matrix): string {
  const { history = [], refused = [] } = matrix
  const style = `${styleSheet}\n${ownStyle}${historyStyle}`
  const script = matrixScript()
  const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'`
  const page = html`${trustedMarkup('<!doctype html>')}
<html lang="en" data-theme="auto"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance matrix: ${matrix.runs.map(({ name }) => name).join(', ')}</title>
<style>${trustedMarkup(style)}</style></head>
<body>${sprite()}<main>
<section id="overview"><h1>Conformance matrix</h1>
<p class="matrix-runs">${count(matrix.rules.length, 'rule')} of the documents, ${count(matrix.runs.length, 'run')}. The table has the selected ones, and differences are those between them.</p>
<ul class="matrix-runs">${matrix.runs.map(({ name, dialect, vendor, headline, startedAt }) => html`<li><label><input type="checkbox" data-run="${name}" checked><strong>${name}</strong></label>: ${headline} (dialect ${dialect}${vendor === undefined ? undefined : `, vendor ${vendor}`}, ${startedAt.slice(0, 10)})</li>`)}</ul>
<form class="matrix-filters" role="search" aria-label="Filter the rules">
<label>Search<input type="search" id="text" autocomplete="off" spellcheck="false"></label>
${selectMarkup('section', 'Section', 'All sections', [...new Set(matrix.rules.map(({ document, section }) => `${document}. ${section}`))])}
${selectMarkup('profile', 'Profile', 'All profiles', [...new Set(matrix.rules.map(({ profile }) => profile))])}
<label class="tick"><input type="checkbox" id="different">Differences only</label>
</form>
<p><output id="count" aria-live="polite"></output></p>
<div class="matrix-table" tabindex="0" role="group" aria-label="Rules by implementation"><table><thead><tr><th scope="col">Rule</th>${matrix.runs.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody id="rows"></tbody></table></div>${historyParts(history, refused)}</section>
<article class="matrix-rule" id="rule" tabindex="-1" hidden></article></main>
<script type="application/gzip" id="data">${trustedMarkup(compress(matrix))}</script>
<script>${trustedMarkup(script)}</script></body></html>
`
  return page.markup
}

/** Compresses the data to a tenth of its size, so that a page about five runs can be kept in a repository. */
function compress(matrix: Matrix): string {
  return gzipSync(JSON.stringify(matrix), { level: 9 }).toString('base64')
}

function selectMarkup(id: string, words: string, all: string, values: readonly string[]): Markup {
  return html`<label>${words}<select id="${id}"><option value="">${all}</option>${values.map((value) => html`<option value="${value}">${sectionTitle(value)}</option>`)}</select></label>`
}
