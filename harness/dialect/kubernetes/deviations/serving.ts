import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

/** Deviations of Kubernetes in listening, TLS and connections. */
export const servingDeviations: readonly Deviation[] = [
  {
    check: 'flag.tls-cipher-suites.tls13/refuses-the-suites-that-are-not-listed',
    reason:
      'The list goes to the runtime as that of the older versions; it always offers all of its suites of TLS 1.3.',
    link: sourceAt(`${apiserver}/pkg/server/secure_serving.go`, 'L63-L64'),
  },
  {
    check: 'flag.advertise-address.told/tells-the-address-of-bind-address-without-the-flag',
    reason:
      'A loopback address is never reported: the default interface is used instead, as for an unspecified address.',
    link: sourceAt('staging/src/k8s.io/apimachinery/pkg/util/net/interface.go', 'L474-L482'),
  },
  {
    check: 'flag.orch-service-node-port.later/*',
    reason:
      'An existing API service keeps its type and its port; the code that would change it is not called.',
    link: sourceAt('pkg/controlplane/controller/kubernetesservice/controller.go', 'L214-L226'),
  },
  {
    check: 'flag.max-connection-bytes-per-sec.long-running/throttles-a-watch',
    reason:
      'Of long-running requests only connections through to pods and nodes that are upgraded to another protocol are throttled.',
    link: sourceAt('staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go', 'L417-L440'),
  },
]
