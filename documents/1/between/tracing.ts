import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const endpoints = inSection(1, 'Endpoints')
const { defaultsTo, governs } = constraintsOf(1, 'TracingConfiguration members')

/** Constraints on the collector and the sampler. */
export const tracing: readonly Constraint[] = [
  defaultsTo('endpoint', endpoints('tracing endpoint'))
    .says('Without a value, spans go to port 4317 of localhost.')
    .by('tracing.endpoint.default'),
  governs('endpoint', endpoints('tracing endpoint'))
    .says('The connection has no TLS, whatever scheme the value names.')
    .by('tracing.endpoint.insecure'),
  governs('samplingRatePerMillion', endpoints('tracing endpoint'))
    .says('Without a rate, a span is exported if its parent was sampled, and no other span is.')
    .by('tracing.rate.unset'),
  governs('samplingRatePerMillion', endpoints('tracing endpoint'))
    .says('Below a sampled or unsampled parent, the effect of a set rate is open.')
    .by('tracing.rate.below-a-parent'),
]
