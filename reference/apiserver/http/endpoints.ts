import type { FlagValues } from '../../flags/flag-values.ts'
import type { Metrics } from '../../serving/metrics.ts'
import { type Handler, pipeline, type Step } from '../../serving/request.ts'
import { route, router } from '../../serving/router.ts'
import { withAggregator } from '../aggregator/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { Authentication } from '../authentication/configure.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import { publishOwnService, refusesEndpoints, withOwnService } from '../cluster/own-service.ts'
import type { Apis } from '../enablement/apis.ts'
import type { Egress } from '../egress/egress.ts'
import type { Log } from '../log.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { StoredObjects } from '../objects/configure.ts'
import { discoveryRoutes } from '../objects/discovery.ts'
import { resources } from '../api/resource.ts'
import { objectRoute } from '../objects/routes.ts'
import { peerRoute } from '../peers/route.ts'
import { podLogRoute } from '../proxy/pod-log.ts'
import { proxyRoute } from '../proxy/routes.ts'
import { storageHealth } from '../storage/health.ts'
import type { Tracing } from '../tracing/configure.ts'
import { accessReviewRoutes } from './access-reviews.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { limitConcurrency } from './concurrency.ts'
import { goaway } from './goaway.ts'
import { healthRoute } from './health.ts'
import type { RequestLimits } from './limits.ts'
import { profilingRoutes, unprotectedProfiling } from './profiling.ts'
import { reviewRoutes } from './reviews.ts'
import { observeRequests } from './observe-requests.ts'
import { limitTime } from './time-limits.ts'

/** Services for request handling. */
export interface Services {
  readonly flags: FlagValues
  readonly version: string
  readonly say: (line: string) => void
  readonly lifecycle: Lifecycle
  readonly limits: RequestLimits
  readonly browsers: Step
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly audit: Audit
  readonly authentication: Authentication
  readonly apiAudiences: readonly string[]
  readonly authorizer: Authorizer
  readonly egress: Egress
  readonly stored: StoredObjects
  readonly apis: Apis
  /** True if requests that only other API servers can serve are proxied to them. */
  readonly passesOn: boolean
  /** Records metrics that are measured only on request. */
  readonly measure: () => void
}

/** Returns the handler of requests: the steps before the endpoint, and the endpoints. */
export function requestHandler(services: Services): Handler {
  const { say, lifecycle, limits, tracing, audit, authentication, authorizer } = services
  const { watchesEnding } = lifecycle
  return pipeline(
    [
      services.browsers,
      observeRequests(services.metrics, services.log),
      goaway(limits.goawayChance, say),
      tracing.step,
      audit.around,
      limitTime({ ...limits, watchesEnding }),
      unprotectedProfiling(),
      authenticate(authentication.requests, say),
      audit.known,
      limitConcurrency(limits),
      authorize(authorizer),
    ],
    endpoints(services),
  )
}

function endpoints(services: Services): Handler {
  const { flags, version, lifecycle, metrics, authentication, apiAudiences, authorizer } = services
  const { egress, stored, apis, measure, say, passesOn } = services
  const { store, prefix } = stored.services
  const proxyServices = { flags, objects: stored.reader, egress }
  return router([
    healthRoute(lifecycle, storageHealth({ store, prefix, flags }, stored.checks)),
    route('GET', '/metrics', async () => {
      measure()
      return { status: 200, body: metrics.text() }
    }),
    ...accessReviewRoutes(authorizer),
    ...reviewRoutes(authentication.tokens, apiAudiences),
    ...authentication.routes,
    ...profilingRoutes(flags),
    ...discoveryRoutes(apis, version),
    podLogRoute(proxyServices),
    proxyRoute(proxyServices),
    withAggregator(
      withOwnService(
        objectRoute({ resources, services: stored.services, reader: stored.reader, apis }),
        () => publishOwnService(stored, flags, say),
        refusesEndpoints(flags),
      ),
      proxyServices,
    ),
    ...(passesOn ? [peerRoute(proxyServices)] : []),
  ])
}
