import { excluded } from '#kit'

interface Restated {
  readonly id: string
  readonly says: string
  readonly section: string
  readonly rows: readonly string[]
  readonly reason: string
  readonly isOfCloud?: true
}

const kindsSection = 'Top-level kinds'
const generic = 'GenericControllerManagerConfiguration'
const blocksSection = 'Per-controller blocks'
const restatedReason = (rules: string) => `The same as elsewhere in the document: ${rules} judge it.`

/** Statements that only repeat or combine statements that have rules. */
const restatedRules: readonly Restated[] = [
  {
    id: 'cloud-members',
    isOfCloud: true,
    says: 'CloudControllerManagerConfiguration has the blocks OrchCloudShared, NodeController, ServiceController and Webhook.',
    section: kindsSection,
    rows: ['OrchCloudShared', 'NodeController', 'ServiceController', 'Webhook'].map(
      (member) => `CloudControllerManagerConfiguration members.${member}`,
    ),
    reason:
      'A list: manager.cloud.file.kind judges that all of them are taken, and manager.cloud.*.read-back each field of each.',
  },
  {
    id: 'controller-leader-name',
    says: 'name is the controller whose leadership migrates.',
    section: kindsSection,
    rows: ['ControllerLeaderConfiguration.name'],
    reason:
      'manager.generic.leader-migration.second-lock and manager.cloud.leader-migration.second-lock test it: what is named waits for the lock, and the others do not.',
  },
  {
    id: 'generic-blocks',
    says: 'LeaderElection, Debugging and LeaderMigration are blocks of Generic.',
    section: generic,
    rows: ['LeaderElection', 'Debugging', 'LeaderMigration'],
    reason: 'Each of their fields has rules of its own.',
  },
  {
    id: 'the-three-durations',
    says: 'The three durations of an election apply only when there is one.',
    section: generic,
    rows: ['the three durations'],
    reason: restatedReason('the checks of manager.generic.leader-election.leader-elect.off'),
  },
  {
    id: 'volume-blocks',
    says: 'VolumeConfiguration and PersistentVolumeRecyclerConfiguration are blocks of settings.',
    section: blocksSection,
    rows: [
      'PersistentVolumeBinderController.VolumeConfiguration',
      'PersistentVolumeRecyclerConfiguration.PersistentVolumeRecyclerConfiguration',
    ],
    reason: 'Each of their fields has rules of its own.',
  },
  {
    id: 'signing-files',
    says: 'CertFile and KeyFile of a CSRSigningConfiguration are a certificate and a private key, PEM, RSA or ECDSA.',
    section: blocksSection,
    rows: ['CSRSigningConfiguration.CertFile', 'CSRSigningConfiguration.KeyFile'],
    reason:
      'Four fields are of that type: manager.csr-signing-controller.*.signs, *.certificate and *.private-key test the two files of each of them.',
  },
  {
    id: 'deprecated-controller',
    says: 'Unspecified: which fields DeprecatedControllerConfiguration has.',
    section: blocksSection,
    rows: ['DeprecatedControllerConfiguration'],
    reason: 'What is unspecified cannot be tested; manager.file.retired-block judges the block without any.',
  },
  {
    id: 'control-loops',
    says: 'The controller manager runs control loops, each with a block of settings.',
    section: 'What the service does',
    rows: ['control loops and their blocks'],
    reason: 'The rules about the fields of each block have its loop at work.',
  },
  {
    id: 'no-states',
    says: 'No states and no transitions are defined.',
    section: 'States and transitions',
    rows: ['no states'],
    reason: 'There is nothing to be held to.',
  },
  {
    id: 'http-service',
    says: 'The manager serves HTTP on Address and Port, and profiles where they are on.',
    section: 'Endpoints',
    rows: ['HTTP on Address:Port', 'profiling'],
    reason: restatedReason(
      'manager.generic.port.serves, manager.generic.address.serves and manager.generic.debugging.enable-profiling.serves',
    ),
  },
  {
    id: 'authentication',
    says: 'The manager is known to the API server by its client configuration file, and signing material are files.',
    section: 'Authentication',
    rows: ['outbound, by the client configuration', 'signing material as files'],
    reason: restatedReason(
      'manager.generic.client-connection.orchconfig.leads, manager.csr-signing-controller.* and manager.sa-controller.*',
    ),
  },
  {
    id: 'limits',
    says: 'The section repeats the limits that are documented at the fields.',
    section: 'Limits',
    rows: [
      'UnhealthyZoneThreshold',
      'TerminatedPodGCThreshold',
      'ClientConnection.qps and burst',
      'concurrency fields',
      'MinResyncPeriod',
    ],
    reason: restatedReason(
      'manager.node-lifecycle-controller.unhealthy-zone-threshold.*, manager.pod-gc-controller.*, manager.generic.client-connection.*.limits, manager.*.workers and manager.generic.min-resync-period.resyncs',
    ),
  },
]

for (const { id, says, section, rows, reason, isOfCloud } of restatedRules)
  excluded({
    id: `manager.elsewhere.${id}`,
    says,
    source: { document: 2, section, rows },
    excluded: { reason },
    ...(isOfCloud && { program: 'cloud-controller-manager', profile: 'cloud-controller-manager' }),
  })
