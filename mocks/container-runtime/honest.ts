import type { MethodHandlers } from './answers.ts'
import { type ContainerParts, containerMethods } from './container-methods.ts'
import type { Disk } from './disk.ts'
import { imageMethods } from './image-methods.ts'
import { type NodeFacts, nodeMethods } from './node-methods.ts'
import { sandboxMethods } from './sandbox-methods.ts'
import { statsMethods } from './stats-methods.ts'
import { streamMethods } from './stream-methods.ts'
import type { Streams } from './streams.ts'

/** Parts of a correct runtime. */
export interface MethodParts extends ContainerParts {
  readonly disk: Disk
  readonly facts: NodeFacts
  readonly streams: Streams
}

/** Actions of a correct runtime; each takes effect when it is called. */
export function honestMethods(parts: MethodParts): MethodHandlers {
  return {
    ...nodeMethods(parts.facts),
    ...sandboxMethods({ ...parts, handlers: parts.facts.handlers }),
    ...containerMethods(parts),
    ...imageMethods(parts.images, parts.disk),
    ...statsMethods(parts),
    ...streamMethods(parts),
  }
}
