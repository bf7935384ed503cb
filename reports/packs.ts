import { packEnding, type Unpacked, contentsOfPack } from '#harness/evidence/pack.ts'
import { readChunks } from '#harness/input/read.ts'

/** Reports whether the evidence of a check is in a pack and not in a separate folder. */
export function isPack(evidence: string): boolean {
  return evidence.endsWith(packEnding)
}

/**
 * Returns the content of a pack; empty if the pack cannot be read, so that only the drawing is missing from the report.
 */
function readPack(file: string): Unpacked {
  const chunks: Buffer[] = []
  try {
    readChunks(file, 'evidence', (chunk) => chunks.push(Buffer.from(chunk)))
    return contentsOfPack(Buffer.concat(chunks))
  } catch {
    return new Map()
  }
}

// Maximum number of open packs: enough for a page script, whose checks come from a few suite files.
const maxOpen = 8

/** Returns a reader of packs that keeps the last packs open. */
export function packReader(): (file: string) => Unpacked {
  const openPacks = new Map<string, Unpacked>()
  return (file) => {
    const pack = openPacks.get(file) ?? readPack(file)
    openPacks.delete(file)
    openPacks.set(file, pack)
    const [oldest = ''] = openPacks.keys()
    if (openPacks.size > maxOpen) openPacks.delete(oldest)
    return pack
  }
}
