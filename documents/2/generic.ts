import { blockAt } from '../leaves.ts'
import { sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { generic as between } from './between/generic.ts'

const generic = blockAt('/Generic')
const client = blockAt('/Generic/ClientConnection')
const debugging = blockAt('/Generic/Debugging', 'DebuggingConfiguration.')
const election = blockAt('/Generic/LeaderElection')

/** Placeholder for values that differ between the two controller managers. */
const valuePerProgram = undefined

export const genericConfiguration: Section = {
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  rows: [
    generic('Port', 'int32', valuePerProgram, [valuePerProgram, valuePerProgram]),
    generic('Address', 'string', valuePerProgram, ['127.0.0.1', '0.0.0.0']),
    generic('MinResyncPeriod', 'duration', '12h0m0s', ['11h0m0s', '90m0s']),
    { key: 'ClientConnection' },
    generic('ControllerStartInterval', 'duration', '0s', ['3ms', '7ms']),
    { key: 'LeaderElection' },
    // The names of controllers depend on the dialect and on the program.
    generic('Controllers', 'list of string', valuePerProgram, [valuePerProgram, valuePerProgram]),
    { key: 'Debugging' },
    generic('LeaderMigrationEnabled', 'bool', false, [true, true]),
    { key: 'LeaderMigration' },
    client('orchconfig', 'string', valuePerProgram, [valuePerProgram, valuePerProgram]),
    client('acceptContentTypes', 'string', 'application/json', [
      'application/json;q=0.9',
      'application/json, */*',
    ]),
    client('contentType', 'string', 'application/json', ['application/yaml', 'application/json']),
    client('qps', 'float32', 1_000, [250.5, 125.25], { unit: 'per second' }),
    client('burst', 'int32', 1_000, [401, 402]),
    debugging('enableProfiling', 'bool', true, [false, true]),
    debugging('enableContentionProfiling', 'bool', false, [true, false]),
    election('leaderElect', 'bool', false, [true, false]),
    election('leaseDuration', 'duration', '15s', ['21s', '22.5s']),
    election('renewDeadline', 'duration', '10s', ['13s', '14.5s']),
    election('retryPeriod', 'duration', '2s', ['3s', '1.5s']),
    // Only leases are supported for an election. Without an election, the value does not matter.
    election('resourceLock', 'string', 'leases', ['leases', 'endpoints']),
    election('resourceName', 'string', 'judged-manager', ['manager-a', 'manager-b']),
    election('resourceNamespace', 'string', 'orch-system', ['namespace-a', 'namespace-b']),

    ...sentences('the three durations'),
  ],
  between,
}
