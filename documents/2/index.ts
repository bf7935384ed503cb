import type { Section } from '../shape.ts'
import { blocks } from './blocks.ts'
import { cloudBlocks } from './cloud.ts'
import { commonSections } from './common.ts'
import { genericConfiguration } from './generic.ts'
import { kinds, service } from './kinds.ts'

/** Document 2: files that configure the two controller managers. */
export const document2: readonly Section[] = [
  service,
  kinds,
  genericConfiguration,
  cloudBlocks,
  blocks,
  ...commonSections,
]
