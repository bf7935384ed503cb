import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { tracedServer } from '../../fixtures/traced-server.ts'
import { faultsOfFollowing } from './spans.ts'

const unset = tracedServer({})
const source = { document: 1, section: 'TracingConfiguration members' } as const

rule(
  {
    id: 'tracing.export',
    level: 'MUST',
    says: 'Spans are exported as OTLP over gRPC to the address in endpoint.',
    source: { document: 1, section: 'Endpoints', row: 'tracing endpoint' },
    faults: faultsOfFollowing(['exports the spans of a request to the collector at the endpoint']),
  },
  () => {
    test('exports the spans of a request to the collector at the endpoint', async () => {
      const { traceId } = await unset.asksBelow('sampled')

      expect((await unset.trace(traceId)).length, 'spans of the trace').toBeGreaterThan(0)
    })
  },
)

rule(
  {
    id: 'tracing.rate.unset',
    level: 'MUST',
    says: 'Without samplingRatePerMillion a request is sampled if its parent span is, and never without a parent.',
    source: { ...source, row: 'samplingRatePerMillion: unset' },
    faults: {
      ...faultsOfFollowing([
        'samples a request below a sampled span, as its child',
        'samples no request below a span that is not sampled',
        'samples no request without a parent',
      ]),
      'tracing-unsampled-parent-not-followed': ['samples no request below a span that is not sampled'],
      'tracing-without-rate-samples': ['samples no request without a parent'],
    },
  },
  () => {
    test('samples a request below a sampled span, as its child', async () => {
      const { traceId, spanId } = await unset.asksBelow('sampled')

      const parents = (await unset.trace(traceId)).map(({ parentSpanId }) => parentSpanId)
      expect(parents).toContain(spanId)
    })

    test('samples no request below a span that is not sampled', async () => {
      const { traceId } = await unset.asksBelow('not-sampled')

      expect(await unset.settled(), 'whether a later request was sampled').toBe(true)
      expect(await unset.known(traceId)).toEqual([])
    })

    test('samples no request without a parent', async () => {
      const marks = await unset.asksTimes(50)

      expect(await unset.settled(), 'whether a later request was sampled').toBe(true)
      expect(await unset.sampled(marks)).toEqual([])
    })
  },
)
