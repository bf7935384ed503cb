import { nodeSources } from './node-sources.ts'
import { podsSources } from './pods-sources.ts'
import { processSources } from './process-sources.ts'
import { resourcesSources } from './resources-sources.ts'
import { runtimeSources } from './runtime-sources.ts'
import { servingSources } from './serving-sources.ts'

/** Every flag whose sources are compared. */
export const sourcedFlags = [
  ...servingSources,
  ...podsSources,
  ...runtimeSources,
  ...resourcesSources,
  ...nodeSources,
  ...processSources,
]
