import sharedConfig from '../config/faults.json' with { type: 'json' }
import sharedClientConfig from '../client-config/faults.json' with { type: 'json' }
import own from './faults.json' with { type: 'json' }
import engine from './engine/faults.json' with { type: 'json' }

/** Faults of every controller manager, each with the field that it breaks and its effect, except faults of fields. */
export const namedFaults = {
  ...sharedConfig,
  ...sharedClientConfig,
  ...own,
  ...engine,
}
