import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/** Reports whether a file is copied unchanged: a picture or a standalone page. */
export const isCopied = (name) => /\.(png|svg|html)$/.test(name)

const markdownIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    // Installed packages are not part of this repository.
    .filter((name) => name.endsWith('.md') && !name.split(/[/\\]/).includes('node_modules'))
    .toSorted()

/** Returns the URL of a file of the repository in the site. README.md is the page of its folder. */
const urlOf = (source) =>
  source
    .replace(/^dist\//, '')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')

/**
 * Returns the pages of the site, each from a Markdown file of the repository. A file of another kind that a page links
 * to, such as an example, becomes a page that shows it, and a folder becomes a page that lists its content.
 */
export function pagesOf(root) {
  const markdownPages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    ...markdownIn(root, 'docs'),
    ...markdownIn(root, 'ci'),
    ...markdownIn(root, 'dist/rules'),
    ...markdownIn(root, 'dist/api-reference'),
  ].map((source) => pageOf(source, readFileSync(join(root, source), 'utf8')))
  const pageBySource = new Map(markdownPages.map((page) => [page.source, page]))
  const pictures = new Set()
  // Pages are added to the queue while it is read, such as the files that the page of a folder lists.
  const queue = [...markdownPages]
  for (const { source, text } of queue) {
    for (const name of linkedPaths(source, text)) {
      if (pageBySource.has(name) || pageBySource.has(`${name}/README.md`) || !existsSync(join(root, name)))
        continue
      if (isCopied(name)) {
        pictures.add(name)
        continue
      }
      const page = statSync(join(root, name)).isDirectory() ? folderPage(root, name) : filePage(root, name)
      pageBySource.set(page.source, page)
      queue.push(page)
    }
  }
  return { pages: [...pageBySource.values()], pictures: [...pictures] }
}

function pageOf(source, text, url = urlOf(source)) {
  const title = text.match(/^# (.*)$/m)?.[1]?.replaceAll('`', '') ?? basename(source)
  return { source, url, text, title, up: '../'.repeat(url.split('/').length - 1) }
}

function filePage(root, name) {
  const text = readFileSync(join(root, name), 'utf8')
  return pageOf(
    name,
    `# ${basename(name)}\n\n~~~~${extname(name).slice(1)}\n${text.trimEnd()}\n~~~~\n`,
    `${name}.html`,
  )
}

function folderPage(root, name) {
  const lines = readdirSync(join(root, name))
    .filter((file) => /\.(md|json|yaml|py|ts|mjs)$/.test(file))
    .map((file) => `- [${nameOf(join(root, name, file))}](${file})`)
  return pageOf(`${name}/README.md`, `# ${basename(name)}\n\n${lines.join('\n')}\n`)
}

function nameOf(file) {
  return file.endsWith('.md')
    ? (readFileSync(file, 'utf8').match(/^# (.*)$/m)?.[1] ?? basename(file))
    : basename(file)
}

/** Returns the files and folders of the repository that a page links to. */
function linkedPaths(source, text) {
  return [...text.replace(/^(```|~~~~)[^]*?^\1/gm, '').matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, to]) =>
    join(dirname(source), to).replace(/\/$/, ''),
  )
}
