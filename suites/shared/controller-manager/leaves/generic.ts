import { blockOf, type Leaf } from './leaf.ts'

const section = 'GenericControllerManagerConfiguration'
const generic = blockOf(section, 'Generic')
const client = blockOf(section, 'Generic/ClientConnection')
const debugging = blockOf(section, 'Generic/Debugging', 'DebuggingConfiguration.')
const election = blockOf(section, 'Generic/LeaderElection')
const migration = blockOf('Top-level kinds', 'Generic/LeaderMigration')

/** Determined for each program, so the table has none. */
const found = undefined

/**
 * The leaves of GenericControllerManagerConfiguration. Port, address and client file are determined for each program.
 */
export const genericLeaves: readonly Leaf[] = [
  generic('Port', 'int32', found, [found, found]),
  generic('Address', 'string', found, ['127.0.0.1', '0.0.0.0']),
  generic('MinResyncPeriod', 'duration', '12h0m0s', ['11h0m0s', '90m0s']),
  generic('ControllerStartInterval', 'duration', '0s', ['3ms', '7ms']),
  // The list contains names of the dialect, so it differs by program.
  generic('Controllers', 'list of string', found, [found, found]),
  generic('LeaderMigrationEnabled', 'bool', false, [true, true]),
  client('orchconfig', 'string', found, [found, found]),
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
  // Only leases are supported for an election. Without one, the value does not matter.
  election('resourceLock', 'string', 'leases', ['leases', 'endpoints']),
  election('resourceName', 'string', 'judged-manager', ['manager-a', 'manager-b']),
  election('resourceNamespace', 'string', 'orch-system', ['namespace-a', 'namespace-b']),
  migration('leaderName', 'string', 'judged-migration', ['migration-a', 'migration-b']),
  migration('resourceLock', 'string', 'leases', ['leases', 'endpoints']),
  migration(
    'controllerLeaders',
    'objects',
    [],
    [
      [{ name: 'service-controller', component: '*' }],
      [
        { name: 'route-controller', component: 'elsewhere' },
        { name: 'cloud-node-controller', component: 'here' },
      ],
    ],
    { members: ['name', 'component'] },
  ),
]
