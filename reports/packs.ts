import { orFallback } from '#harness/errors.ts'
import { packEnding, type Unpacked } from '#harness/evidence/pack.ts'
import { readPack } from '#harness/run/read-pack.ts'

/** Reports whether the evidence of a check is in a pack and not in a separate folder. */
export function isPack(evidence: string): boolean {
  return evidence.endsWith(packEnding)
}

// Maximum number of open packs: enough for a page script, whose checks come from a few suite files.
const maxOpen = 8

/** Returns a reader of packs that keeps the last packs open. */
export function packReader(): (file: string) => Unpacked {
  const openPacks = new Map<string, Unpacked>()
  return (file) => {
    // Without a pack that cannot be read, only the drawing is missing from the report.
    const pack = openPacks.get(file) ?? orFallback(() => readPack(file), new Map())
    openPacks.delete(file)
    openPacks.set(file, pack)
    const [oldest = ''] = openPacks.keys()
    if (openPacks.size > maxOpen) openPacks.delete(oldest)
    return pack
  }
}
