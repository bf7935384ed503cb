import { createHash } from 'node:crypto'
import type { Cell, Parts } from '../parts.ts'
import { type DisplayedVerdict, verdictWords } from '../displayed-verdict.ts'
import { styleSheet } from './client-bundle.ts'
import { html, type Markup, trustedMarkup } from './markup.ts'

// Lets a table that is wider than the window scroll separately. All other styles are the styles of the report.
const ownStyle = `.comparison section{overflow-x:auto}.comparison table{border-collapse:collapse;width:100%}.comparison :is(th,td){padding:.4rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:anywhere}.comparison :is(h1,h2,p,li){overflow-wrap:anywhere}.strip{display:block;margin-bottom:.2rem}`

/** Renders compared runs as a self-contained page. */
export function partsHtml({ title, summary, tables, lists }: Parts): string {
  const style = `${styleSheet}\n${ownStyle}`
  const digest = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`
  const page = html`${trustedMarkup('<!doctype html>')}
<html lang="en" data-theme="auto"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.join(' → ')}</title>
<style>${trustedMarkup(style)}</style></head>
<body><main class="comparison"><h1>${title.join(' → ')}</h1>
${summary.map((sentence) => html`<p>${sentence}</p>`)}
${tables.map(table)}${lists.map(
  ({ title: about, ids }) =>
    html`<section><h2>${about}</h2><ul>${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul></section>`,
)}</main></body></html>
`
  return page.markup
}

function table({ title, head, rows }: Parts['tables'][number]): Markup {
  return html`<section tabindex="0" aria-label="${title}"><h2>${title}</h2><table><thead><tr>${head.map(
    (name) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map(tableCell)}</tr>`)}</tbody></table></section>
`
}

function tableCell({ text, style, verdicts }: Cell): Markup {
  if (style === 'code') return html`<td><code>${text}</code></td>`
  const cellContent = style === 'strong' ? html`<strong>${text}</strong>` : html`${text}`
  return html`<td>${verdicts && historyStrip(verdicts)}${cellContent}</td>`
}

const stripStep = 12

/** Renders a square for each run. The adjacent text has the same content. */
function historyStrip(verdicts: readonly (DisplayedVerdict | null)[]): Markup {
  const historySquares = verdicts.map((one, index) =>
    one === null
      ? undefined
      : html`<rect class="f-${one}" x="${index * stripStep}" width="10" height="12" rx="2"><title>${index + 1}: ${verdictWords(one)}</title></rect>`,
  )
  return html`<svg class="strip" width="${verdicts.length * stripStep}" height="12" aria-hidden="true">${historySquares}</svg>`
}
