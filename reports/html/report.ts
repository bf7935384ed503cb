import { createHash } from 'node:crypto'
import type { RunEvent } from '#harness/events.ts'
import { headlineOf } from '../headline.ts'
import { scriptJson } from '../plain-text.ts'
import { aboutRun } from './about.ts'
import { appendix, appendixParts } from './appendix.ts'
import { clientScript, styleSheet } from './client-bundle.ts'
import { failures } from './failures.ts'
import { filterBar } from './filters.ts'
import { sprite } from './icons.ts'
import { html, type Markup, trustedMarkup } from './markup.ts'
import { masthead } from './masthead.ts'
import { outline } from './outline.ts'
import { pageDataOf } from './page-data.ts'
import { groupedByDocument, rulesInOrder, rulesMarkup } from './rules.ts'
import { viewOf } from './view.ts'

/**
 * Renders `report.html`. The page needs no network. It loads the scripts of `dataScriptsOf` when a user opens a check.
 * @param repetition the comparison of equal runs, if there were several
 */
export function renderHtml(events: readonly RunEvent[], repetition?: string): string {
  const reportView = viewOf(events)
  const groups = groupedByDocument(reportView.result.rules, reportView.header.pages)
  const { title } = headlineOf(reportView.result)
  const page = html`${trustedMarkup('<!doctype html>')}
<html lang="en" data-theme="auto"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="${reportView.result.tool.name} ${reportView.result.tool.version}">
<title>${title} · ${reportView.result.target.name}</title>
<style>${trustedMarkup(styleSheet)}</style></head>
<body>${sprite()}<a class="skip" href="#rules">Skip to the rules</a>
${masthead(reportView, groups, repetition)}${failures(reportView)}${aboutRun(reportView)}
<div class="columns">${outline(reportView, groups, appendixParts(reportView))}
<main id="rules" tabindex="-1">${filterBar(reportView, groups)}
${rulesMarkup(reportView, groups)}<p class="none" hidden>No rule matches these filters.</p>
${appendix(reportView)}</main></div>
${keyboardHelp()}
<script type="application/json" id="data">${trustedMarkup(scriptJson(pageDataOf(reportView, rulesInOrder(reportView.result.rules))))}</script>
<script>${trustedMarkup(clientScript)}</script></body></html>
`
  return page.markup
}

/**
 * Returns a content security policy that permits only the page's own style and script and the files that the script
 * loads, because responses of an implementation are untrusted.
 */
function policy(): string {
  const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; style-src ${digest(styleSheet)}; script-src ${digest(clientScript)} 'strict-dynamic'; base-uri 'none'; form-action 'none'`
}

function keyboardHelp(): Markup {
  const keys: [string, string][] = [
    ['/', 'search'],
    ['j k', 'next and previous rule or check'],
    ['Enter', 'open or close it'],
    ['n', 'next failure, in the order of the list'],
    ['e', 'expand or collapse all that is shown'],
    ['Esc', 'clear the filters'],
    ['?', 'this list'],
  ]
  const row = ([key, what]: [string, string]): Markup =>
    html`<div><dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${what}</dd></div>`
  return html`<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2><dl>${keys.map(row)}</dl><form method="dialog"><button>Close</button></form></dialog>`
}
