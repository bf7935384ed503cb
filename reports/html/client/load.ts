import type { DataScriptContent } from '../data.ts'

// The data files next to the page are scripts that call a function, because a page from file:// cannot read files.
const pendingScripts = new Map<string, Promise<DataScriptContent>>()
const loadedScripts = new Map<string, string>()

declare global {
  /** Called by the scripts next to the page, with their path and their content: JSON, compressed, in base64. */
  var orchConformance: (path: string, content: string) => void
}

globalThis.orchConformance = (path, content) => {
  loadedScripts.set(path, content)
}

async function unpack(content: string): Promise<DataScriptContent> {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unzipped).json()) as DataScriptContent
}

/** Returns the content of the data script at a path relative to the page. */
export function loadDataScript(path: string): Promise<DataScriptContent> {
  const pendingScript = pendingScripts.get(path)
  if (pendingScript !== undefined) return pendingScript
  const loading = new Promise<DataScriptContent>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = path.split('/').map(encodeURIComponent).join('/')
    script.addEventListener('load', () => {
      const content = loadedScripts.get(path)
      if (content === undefined) reject(new Error(`${path} holds nothing for this page.`))
      else resolve(unpack(content))
    })
    script.addEventListener('error', () => reject(new Error(`${path} is not beside this page.`)))
    document.head.append(script)
  })
  pendingScripts.set(path, loading)
  return loading
}
