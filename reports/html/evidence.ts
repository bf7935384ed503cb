import type { ScriptedCheck, ScriptedFile } from './data.ts'
import { html, type Markup } from './markup.ts'
import { timeline } from './timeline.ts'

/** Renders the evidence of a check: its timeline, its files, its output. */
export function evidenceMarkup({ files, folder, ...drawn }: ScriptedCheck): Markup {
  const filesOfKind = (kind: ScriptedFile['kind'], title: string): Markup | undefined => {
    const kindFiles = files.filter((file) => file.kind === kind)
    return kindFiles.length === 0 ? undefined : html`<h4>${title}</h4>${kindFiles.map(fileMarkup)}`
  }
  return html`<h4>Timeline</h4>${timeline(drawn)}${filesOfKind('configuration', 'Files of the implementation')}${filesOfKind('output', 'Output')}<p class="folder">All evidence is in ${placeMarkup(folder)}, next to this report.</p>`
}

/** Renders the path of the evidence. A folder has a link. */
function placeMarkup(place: string): Markup {
  if (place.endsWith('.gz')) return html`<code>${place}</code>`
  const url = `./${place.split('/').map(encodeURIComponent).join('/')}/`
  return html`<a href="${url}"><code>${place}</code></a>`
}

function fileMarkup({ name, lines, script, text }: ScriptedFile): Markup {
  const size = lines === 0 ? 'empty' : `${lines} lines`
  return html`<details class="file"><summary><code>${name}</code> <small>${size}</small></summary><pre tabindex="0" data-beside="${script}" data-text="${text}"></pre></details>`
}
