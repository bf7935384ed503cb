import MiniSearch from 'minisearch'
import { elements, byId } from '../../../reports/html/client/dom.ts'

interface Part {
  readonly url: string
  readonly title: string
  readonly page: string
  readonly text: string
}

declare global {
  /** The script with the text of all pages calls this function. */
  var searchData: (parts: readonly Part[]) => void
}

const maxResults = 20
const excerptCharacters = 140
const rootPath = document.body.dataset.up ?? ''

/** Loads the text of the pages on the first search, as a script: a page from disk cannot request a file. */
function loadSearch(): Promise<(words: string) => readonly Part[]> {
  return new Promise((resolve, reject) => {
    globalThis.searchData = (parts) => {
      const index = new MiniSearch({
        idField: 'url',
        fields: ['title', 'page', 'text'],
        searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
      })
      index.addAll(parts)
      const byUrl = new Map(parts.map((part) => [part.url, part]))
      resolve((words) => index.search(words).flatMap(({ id }) => byUrl.get(String(id)) ?? []))
    }
    const script = document.createElement('script')
    script.src = `${rootPath}search-data.js`
    script.onerror = () => reject(new Error('search-data.js is missing.'))
    document.head.append(script)
  })
}

function resultItem({ url, title, page, text }: Part): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${rootPath}${url}`
  const name = document.createElement('strong')
  name.textContent = title
  const pageLabel = document.createElement('small')
  pageLabel.textContent = page === title ? '' : ` ${page}`
  const excerpt = document.createElement('span')
  excerpt.textContent = text.length > excerptCharacters ? `${text.slice(0, excerptCharacters)}…` : text
  link.append(name, pageLabel, excerpt)
  item.append(link)
  return item
}

/** Sets up the search: `/` focuses it, arrows move through the results, Escape closes it. */
export function startSearch(): void {
  const input = byId('search', HTMLInputElement)
  const resultArea = byId('found', HTMLElement)
  const list = resultArea.querySelector('ol') as HTMLOListElement
  let finder: ReturnType<typeof loadSearch> | undefined
  const search = async (): Promise<void> => {
    const words = input.value.trim()
    const findParts = await (finder ??= loadSearch())
    if (words !== input.value.trim()) return
    const parts = words === '' ? [] : findParts(words)
    list.replaceChildren(...parts.slice(0, maxResults).map(resultItem))
    const limitNote = parts.length > maxResults ? `, the first ${maxResults} of which are shown` : ''
    byId('found-count', HTMLElement).textContent =
      parts.length === 0 ? 'Nothing found.' : `${parts.length} found${limitNote}`
    resultArea.hidden = words === ''
  }
  input.addEventListener('input', () => void search())
  for (const searchForm of elements('.search')) {
    searchForm.addEventListener('submit', (event) => {
      event.preventDefault()
      list.querySelector('a')?.click()
    })
  }
  document.addEventListener('keydown', (event) => {
    const links = elements('a', list)
    const focusedIndex = links.indexOf(document.activeElement as HTMLElement)
    const isHere = document.activeElement === input || focusedIndex >= 0
    if (event.key === '/' && !isHere) input.focus()
    else if (event.key === 'Escape' && isHere) {
      input.value = ''
      resultArea.hidden = true
      input.focus()
    } else if (event.key === 'ArrowDown' && isHere) links[focusedIndex + 1]?.focus()
    else if (event.key === 'ArrowUp' && focusedIndex >= 0) (links[focusedIndex - 1] ?? input).focus()
    else return
    event.preventDefault()
  })
}
