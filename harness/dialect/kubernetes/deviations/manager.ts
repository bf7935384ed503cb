import type { Deviation } from '../../dialect.ts'
import { sourceAt } from './source.ts'

const limitCheck = 'manager.generic.leader-election.renew-deadline.at-most-lease-duration'

/** Deviations of kube-controller-manager, each observed on a running program. */
export const managerDeviations: readonly Deviation[] = [
  {
    check:
      'manager.generic.client-connection.content-type.with-credentials/sends-the-data-of-requests-to-delete-as-that-type',
    reason: 'The client for metadata, which the garbage collector uses, always sends JSON.',
    link: sourceAt('staging/src/k8s.io/client-go/metadata/metadata.go', 'L156'),
  },
  {
    check: 'manager.generic.controllers.each/sacontroller-runs-with-and-not-where-it-is-disabled',
    versions: { from: '1.35' },
    reason:
      'The controller of service account tokens is built before the list of controllers is looked at, so it runs in any case.',
    link: sourceAt('cmd/kube-controller-manager/app/controllermanager.go', 'L651-L657', 'v1.35.0'),
  },
  {
    check:
      'manager.generic.client-connection.accept-content-types.default/sends-application-json-where-it-is-left-out',
    reason:
      'Without a list of types that it accepts, a client names the type that it sends, and behind that any other.',
    link: sourceAt('staging/src/k8s.io/client-go/rest/request.go', 'L208-L209'),
  },
  {
    check: `${limitCheck}/accepts-one-that-is-just-as-long`,
    crashes: true,
    reason: 'The deadline must be shorter than the lease; what is just as long makes the program panic.',
    link: sourceAt('staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go', 'L77-L79'),
  },
  {
    check: `${limitCheck}/refuses-one-that-is-a-millisecond-longer`,
    crashes: true,
    reason: 'What the election cannot work with is refused by a panic, once the port is open.',
    link: sourceAt('cmd/kube-controller-manager/app/controllermanager.go', 'L944'),
  },
  {
    check: 'manager.leader-migration-file.kind/refuses-the-version-v1',
    untestable: true,
    reason: 'The version exists, without resourceLock, which is what the file is refused for.',
    link: sourceAt('staging/src/k8s.io/controller-manager/config/v1/types.go', 'L25-L34'),
  },
  {
    check: 'manager.leader-migration-file.kind/refuses-the-version-v1beta1',
    reason: 'The file is read in each version in which the kind was ever released.',
    link: sourceAt('staging/src/k8s.io/controller-manager/pkg/leadermigration/config/config.go', 'L49-L51'),
  },
  {
    check: 'manager.generic.leader-migration.resource-lock.type/*',
    reason: 'Endpoints can no longer be a lock: a migration with that type ends the program.',
    link: sourceAt(
      'staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go',
      'L114-L115',
    ),
  },
  {
    check: 'manager.cloud.generic.leader-election.deadline/refuses-one-that-is-a-millisecond-longer',
    crashes: true,
    reason: 'What the election cannot work with is refused by a panic, once the port is open.',
    link: sourceAt('staging/src/k8s.io/cloud-provider/app/controllermanager.go', 'L526'),
  },
  {
    check:
      'manager.cloud.node-controller.concurrent-node-syncs.workers/has-*-calls-of-the-cloud-under-way-for-new-and-known-ones',
    reason:
      'The status of known nodes is read by as many workers as the field sets, in addition to those that work on new nodes.',
    link: sourceAt('staging/src/k8s.io/cloud-provider/controllers/node/node_controller.go', 'L292'),
  },
  {
    check:
      'manager.cloud.service-controller.concurrent-service-syncs.workers/has-*-calls-of-the-cloud-under-way-for-new-and-known-ones',
    reason:
      'Load balancers get new nodes from as many workers as the field sets, in addition to those that work on services.',
    link: sourceAt('staging/src/k8s.io/cloud-provider/controllers/service/controller.go', 'L817'),
  },
  ...[
    'generic.leader-migration.second-lock/*',
    'generic.leader-migration.component/*',
    'generic.leader-migration.hand-over/*',
    'generic.leader-migration.lost/*',
    'leader-migration-file.leads/*',
    'leader-migration-file.hand-over/*',
    'leader-migration-file.lost/*',
  ].map(
    (check): Deviation => ({
      check: `manager.${check}`,
      versions: { from: '1.36' },
      // The time until the end of the program depends on the machine, so a check may still see a ready program.
      crashes: true,
      reason:
        'The informers of the migrated controllers are given the name that those of the others have already, so that the program ends once it holds the second lock.',
      link: sourceAt('cmd/kube-controller-manager/app/controllermanager.go', 'L586-L589', 'v1.36.0'),
    }),
  ),
]
