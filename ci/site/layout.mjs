/** Returns a page of the site, around the rendered Markdown. */
export function wholePage({ page, content, pages }) {
  const { url, up, title } = page
  const isHome = url === 'index.html'
  return `<!doctype html>
<html lang="en" data-theme="auto"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isHome ? title : `${escaped(title)} · orch-conformance`}</title>
<link rel="stylesheet" href="${up}site-style.css"></head>
<body data-up="${up}"><a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="home" href="${up}index.html">orch-conformance</a>
<form class="search" role="search"><label class="unseen" for="search">Search the documentation</label><input id="search" type="search" placeholder="Search" autocomplete="off" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></form>
<a class="to-pages" href="#pages">Pages</a><button type="button" id="theme">Theme: <span id="theme-name">system</span></button></header>
<section id="found" aria-label="Search results" hidden><p role="status" id="found-count"></p><ol></ol></section>
<div class="columns"><main id="content" tabindex="-1">
${content.replace('<h2', () => `${contents(content)}<h2`)}</main>
${navigation(page, pages)}</div>
<script src="${up}site.js"></script></body></html>
`
}

/** Returns the list of headings of a page, or an empty string for a short page. */
function contents(content) {
  const headings = [...content.matchAll(/<h2 id="([^"]*)">([^]*?)<\/h2>/g)]
  if (headings.length < minHeadings) return ''
  const links = headings.map(
    ([, id, text]) => `<li><a href="#${id}">${text.replace(/<[^>]*>/g, '')}</a></li>`,
  )
  const isOpen = headings.length <= maxOpenGroups
  return `<details class="contents"${isOpen ? ' open' : ''}><summary>On this page <small>${headings.length}</small></summary><ul>${links.join('')}</ul></details>\n`
}
const minHeadings = 3
const maxOpenGroups = 12

/** Returns the table of contents by task, the same as in docs/README.md. */
function navigation({ url, up }, pages) {
  const groups = tasksIn(pages)
  const link = ({ title, to }) =>
    `<li><a href="${up}${to}"${to === url ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`
  const list = ({ name, links }) => `<h2>${name}</h2><ul>${links.map(link).join('')}</ul>`
  return `<nav id="pages" aria-label="Documentation">${groups.map(list).join('\n')}</nav>`
}

function tasksIn(pages) {
  const source = 'docs/README.md'
  const { text } = pages.find((page) => page.source === source)
  const groups = [{ name: 'Overview', links: [{ title: 'orch-conformance', to: 'index.html' }] }]
  for (const [, task, to] of text.matchAll(/^\| (.*?) \| (?:\[.*?\]\((.*?)\))? ?\|$/gm)) {
    const name = task.match(/^\*\*(.*)\*\*$/)?.[1]
    if (name !== undefined) groups.push({ name, links: [] })
    else if (to !== undefined) groups.at(-1).links.push({ title: task, to: pageAt(pages, to) })
  }
  const projectGroup = { name: 'Project', links: [] }
  for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md']) {
    const { title, url } = pages.find((page) => page.source === name)
    projectGroup.links.push({ title, to: url })
  }
  const referenceGroup = groups.find(({ name }) => name === 'Look up')
  referenceGroup.links.unshift(
    { title: 'A rule', to: 'rules/index.html' },
    { title: 'An export of the library', to: 'api-reference/index.html' },
  )
  return [...groups, projectGroup]
}

function pageAt(pages, to) {
  const path = new URL(to, 'file:///docs/').pathname.slice(1)
  return pages.find(({ source }) => source === path || source === `${path}/README.md`).url
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
