import { packEnding, type Unpacked, unpacked } from '#harness/evidence/pack.ts'
import { readChunks } from '#harness/input/read.ts'

/** Whether a check's evidence lies in a pack, and not in a folder of its own. */
export function isPack(evidence: string): boolean {
  return evidence.endsWith(packEnding)
}

/** What a pack holds; nothing where it cannot be read, which costs the drawing and not the report. */
function readPack(file: string): Unpacked {
  const chunks: Buffer[] = []
  try {
    readChunks(file, 'evidence', (chunk) => chunks.push(Buffer.from(chunk)))
    return unpacked(Buffer.concat(chunks))
  } catch {
    return new Map()
  }
}

// The checks of a page's script come from a few suite files.
const mostOpen = 8

/** Reads packs, and keeps the last ones open. */
export function packReader(): (file: string) => Unpacked {
  const open = new Map<string, Unpacked>()
  return (file) => {
    const pack = open.get(file) ?? readPack(file)
    open.delete(file)
    open.set(file, pack)
    const [oldest = ''] = open.keys()
    if (open.size > mostOpen) open.delete(oldest)
    return pack
  }
}
