import { expect, rulesOf, says, test } from '#kit'
import { tracedServer } from '../../shared/tracing/server.ts'

const { must } = rulesOf({ document: 1, section: 'Endpoints' })

const unsetServer = tracedServer({})
const v1alpha1Server = tracedServer({}, { version: 'apiserver.orch.io/v1alpha1' })

must('tracing.export', 'tracing endpoint', () => {
  says('Spans are exported as OTLP over gRPC to the address in endpoint.')
  test('exports the spans of a request to the collector at the endpoint', async () => {
    const { traceId } = await unsetServer.requestWithParent('sampled')

    expect((await unsetServer.trace(traceId)).length, 'spans of the trace').toBeGreaterThan(0)
  }).sees('tracing-parent-trace-not-continued')

  test(
    {
      title: 'exports the spans with a file of version v1alpha1',
      id: 'exports them where the file is of version v1alpha1, too',
    },
    async () => {
      const { traceId } = await v1alpha1Server.requestWithParent('sampled')

      expect((await v1alpha1Server.trace(traceId)).length, 'spans of the trace').toBeGreaterThan(0)
    },
  ).sees('tracing-v1alpha1-without-effect')
})

must(
  'tracing.rate.unset',
  { section: 'TracingConfiguration members', row: 'samplingRatePerMillion', aspect: 'unset' },
  () => {
    says(
      'Without samplingRatePerMillion a request is sampled if its parent span is, and never without a parent.',
    )
    test('samples a request below a sampled span, as its child', async () => {
      const { traceId, spanId } = await unsetServer.requestWithParent('sampled')

      const parents = (await unsetServer.trace(traceId)).map(({ parentSpanId }) => parentSpanId)
      expect(parents).toContain(spanId)
    }).sees('tracing-parent-trace-not-continued')

    test(
      {
        title: 'samples a request of any user below a sampled span',
        id: 'samples a request below a sampled span whoever asks',
      },
      async () => {
        const { traceId, spanId } = await unsetServer.requestWithParent('sampled', 'nobody in particular')

        const parents = (await unsetServer.trace(traceId)).map(({ parentSpanId }) => parentSpanId)
        expect(parents).toContain(spanId)
      },
    ).sees('tracing-parent-of-administrators-only')

    test('samples no request below a span that is not sampled', async () => {
      const { traceId } = await unsetServer.requestWithParent('not-sampled')

      expect(await unsetServer.waitForSpans(), 'whether a later request was sampled').toBe(true)
      expect(await unsetServer.arrivedSpans(traceId)).toEqual([])
    }).sees('tracing-unsampled-parent-not-followed')

    test('samples no request without a parent', async () => {
      const requestIds = await unsetServer.requestTimes(50)

      expect(await unsetServer.waitForSpans(), 'whether a later request was sampled').toBe(true)
      expect(await unsetServer.sampledMarks(requestIds)).toEqual([])
    }).sees('tracing-without-rate-samples')
  },
)
