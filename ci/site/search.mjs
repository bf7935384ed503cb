/** Returns the searchable parts of a page: each heading with the text below it. */
export function searchableParts({ url, title }, content) {
  const parts = content.split(/(?=<h[1-3] id=")/)
  return parts.flatMap((part) => {
    const [, id, heading] = part.match(/^<h[1-3] id="([^"]*)">([^]*?)<\/h[1-3]>/) ?? []
    if (heading === undefined) return []
    const text = plainText(part.slice(part.indexOf('</h')).replace(/^<\/h[1-3]>/, ''))
    return [
      { url: `${url}#${id}`, title: plainText(heading), page: title, text: text.slice(0, maxTextLength) },
    ]
  })
}

// Maximum number of characters of a part that the search covers: enough for a rule and its checks.
const maxTextLength = 1200

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function plainText(markup) {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim()
}
