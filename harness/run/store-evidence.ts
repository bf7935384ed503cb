import { join } from 'node:path'
import { orFallback } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { packEnding } from '../evidence/pack.ts'
import { knownPack, moveInto } from '../evidence/packs.ts'

/**
 * Moves the folder of a check into a pack: no user has to read it, and a hundred such folders take half of a run's disk
 * space. The check itself could not know that its failure is known.
 */
export function storeEvidence(outDir: string, event: CheckEvent): CheckEvent {
  const { evidence } = event
  if (evidence === undefined || evidence.endsWith(packEnding)) return event
  return orFallback(() => {
    moveInto(join(outDir, knownPack), event.id, join(outDir, evidence))
    return { ...event, evidence: knownPack }
  }, event)
}
