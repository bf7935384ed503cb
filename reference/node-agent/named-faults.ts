import sharedProgram from '../program/faults.json' with { type: 'json' }
import sharedServing from '../serving/faults.json' with { type: 'json' }
import own from './faults.json' with { type: 'json' }
import config from './config/faults.json' with { type: 'json' }
import gates from './gates/faults.json' with { type: 'json' }
import host from './host/faults.json' with { type: 'json' }
import node from './node/faults.json' with { type: 'json' }
import pods from './pods/faults.json' with { type: 'json' }
import runtime from './runtime/faults.json' with { type: 'json' }
import serving from './serving/faults.json' with { type: 'json' }
import upkeep from './upkeep/faults.json' with { type: 'json' }

/**
 * Faults of the node agent, each with the row that it breaks and its effect, except the faults that are generated from
 * tables.
 */
export const namedFaults = {
  ...sharedProgram,
  ...sharedServing,
  ...own,
  ...config,
  ...gates,
  ...host,
  ...node,
  ...pods,
  ...runtime,
  ...serving,
  ...upkeep,
}
