// Builds the documentation as a static site, dist/site, that opens from disk: `npm run site [-- --out DIR]`.
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import Eleventy from '@11ty/eleventy'
import { build } from 'esbuild'
import anchors from 'markdown-it-anchor'
import { writeApiReference } from '../api-reference/build.mjs'
import { wholePage } from './layout.mjs'
import { rewriteLinks } from './links.mjs'
import { isCopied, pagesOf } from './pages.mjs'
import { searchableParts } from './search.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist', 'site') } } })
const out = resolve(values.out)

if (!existsSync(join(root, 'dist', 'rules'))) {
  process.stderr.write('The pages of the rules are missing: run npm run build first.\n')
  process.exit(1)
}
await writeApiReference(root)
rmSync(out, { recursive: true, force: true })
const { pages, pictures } = pagesOf(root)
const pageBySource = new Map(pages.map((page) => [page.source, page]))
const pageByUrl = new Map(pages.map((page) => [page.url, page]))
const searchParts = []

/** Returns the anchor of a heading as GitHub does; for a rule, its id. */
const slugOf = (text) =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)
    ? text
    : text
        .trim()
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .replaceAll(' ', '-')

const site = new Eleventy(join(root, 'ci', 'site'), out, {
  configPath: null,
  quietMode: true,
  config(eleventy) {
    eleventy.setUseGitIgnore(false)
    eleventy.setTemplateFormats(['md'])
    // The documentation is plain Markdown, without {{ }} templates.
    eleventy.amendLibrary('md', (markdown) => {
      markdown.use(anchors, { slugify: slugOf, level: [1, 2, 3], tabIndex: false })
      markdown.use(rewriteLinks, (page, href) => linkFrom(page, href))
    })
    for (const { source, url, text } of pages) {
      eleventy.addTemplate(`${source.replaceAll(/[^\w.-]/g, '-')}.md`, text, { source, permalink: url })
    }
    eleventy.addTransform('page', function (content) {
      const page = pageByUrl.get(relative(out, this.page.outputPath))
      searchParts.push(...searchableParts(page, content))
      return wholePage({ page, content, pages })
    })
    return { markdownTemplateEngine: false }
  },
})
await site.write()

for (const name of pictures) {
  mkdirSync(dirname(join(out, name)), { recursive: true })
  copyFileSync(join(root, name), join(out, name))
}
// A page that is opened from disk may load a script but not make a request.
writeFileSync(join(out, 'search-data.js'), `searchData(${JSON.stringify(searchParts)})\n`)
await build({
  absWorkingDir: root,
  entryPoints: { site: 'ci/site/client/main.ts', 'site-style': 'ci/site/style.css' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
})
process.stdout.write(`${pages.length} pages: ${join(out, 'index.html')}\n`)

/** Returns the target of a page's link within the site. */
function linkFrom(source, href) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
  const [path, anchor] = href.split('#')
  const linkedSource = join(dirname(source), path).replace(/\/$/, '')
  const sourcePage = pageBySource.get(source)
  const targetPage = pageBySource.get(linkedSource) ?? pageBySource.get(join(linkedSource, 'README.md'))
  if (targetPage === undefined && !isCopied(linkedSource))
    throw new Error(`${source}: ${href} leads to no page of the site.`)
  const url = `${sourcePage.up}${targetPage?.url ?? linkedSource}`
  return anchor === undefined ? url : `${url}#${anchor}`
}
