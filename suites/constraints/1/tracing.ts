import type { ConstraintTable } from '../table.ts'

/** Constraints of the collector and the sampler. */
export const tracing: ConstraintTable = {
  document: 1,
  section: 'TracingConfiguration members',
  constraints: [
    {
      kind: 'defaults-to',
      rows: ['endpoint'],
      others: ['tracing endpoint'],
      at: { section: 'Endpoints' },
      says: 'Without a value, spans go to port 4317 of localhost.',
      rules: ['tracing.endpoint.default'],
    },
    {
      kind: 'governs',
      rows: ['endpoint'],
      others: ['tracing endpoint'],
      at: { section: 'Endpoints' },
      says: 'The connection has no TLS, whatever scheme the value names.',
      rules: ['tracing.endpoint.insecure'],
    },
    {
      kind: 'governs',
      rows: ['samplingRatePerMillion'],
      others: ['tracing endpoint'],
      at: { section: 'Endpoints' },
      says: 'Without a rate, a span is exported if its parent was sampled, and no other span is.',
      rules: ['tracing.rate.unset'],
    },
    {
      kind: 'governs',
      rows: ['samplingRatePerMillion'],
      others: ['tracing endpoint'],
      at: { section: 'Endpoints' },
      says: 'Below a sampled or unsampled parent, the effect of a set rate is open.',
      rules: ['tracing.rate.below-a-parent'],
    },
  ],
}
