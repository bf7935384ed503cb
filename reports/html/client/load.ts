import type { DataScriptContent } from '../data.ts'

// The files next to the page are scripts that call back, since a page from file:// can read nothing else.
const pendingScripts = new Map<string, Promise<DataScriptContent>>()
const loadedScripts = new Map<string, string>()

declare global {
  /** Called by the scripts next to the page, with their own path and their content: JSON, compressed, in base64. */
  var orchConformance: (address: string, content: string) => void
}

globalThis.orchConformance = (address, content) => {
  loadedScripts.set(address, content)
}

async function unpack(content: string): Promise<DataScriptContent> {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unzipped).json()) as DataScriptContent
}

/** Returns the content of a script next to the page. */
export function loadDataScript(address: string): Promise<DataScriptContent> {
  const pendingScript = pendingScripts.get(address)
  if (pendingScript !== undefined) return pendingScript
  const loading = new Promise<DataScriptContent>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address.split('/').map(encodeURIComponent).join('/')
    script.addEventListener('load', () => {
      const content = loadedScripts.get(address)
      if (content === undefined) reject(new Error(`${address} holds nothing for this page.`))
      else resolve(unpack(content))
    })
    script.addEventListener('error', () => reject(new Error(`${address} is not beside this page.`)))
    document.head.append(script)
  })
  pendingScripts.set(address, loading)
  return loading
}
