import type { Deeds } from './answers.ts'
import { type ContainerParts, containerDeeds } from './container-deeds.ts'
import type { Disk } from './disk.ts'
import { imageDeeds } from './image-deeds.ts'
import { type NodeFacts, nodeDeeds } from './node-deeds.ts'
import { sandboxDeeds } from './sandbox-deeds.ts'
import { statsDeeds } from './stats-deeds.ts'
import { streamDeeds } from './stream-deeds.ts'
import type { Streams } from './streams.ts'

/** Parts of a correct runtime. */
export interface HonestParts extends ContainerParts {
  readonly disk: Disk
  readonly facts: NodeFacts
  readonly streams: Streams
}

/** Actions of a correct runtime; each takes effect when it is called. */
export function honestDeeds(parts: HonestParts): Deeds {
  return {
    ...nodeDeeds(parts.facts),
    ...sandboxDeeds({ ...parts, handlers: parts.facts.handlers }),
    ...containerDeeds(parts),
    ...imageDeeds(parts.images, parts.disk),
    ...statsDeeds(parts),
    ...streamDeeds(parts),
  }
}
