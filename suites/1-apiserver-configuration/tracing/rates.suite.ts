import { expect, refuses, rulesOf, says, test } from '#kit'
import { tracedServer } from '../../shared/tracing/server.ts'

const { must, unspecified } = rulesOf({
  document: 1,
  section: 'TracingConfiguration members',
  capability: 'spans-name-requests',
})
const rows = ['samplingRatePerMillion']
const alwaysSampling = tracedServer({ samplingRatePerMillion: 1_000_000 })
const neverSampling = tracedServer({ samplingRatePerMillion: 0 })
const quarterSampling = tracedServer({ samplingRatePerMillion: 250_000 })

// A fault that skips one request in ten is detected with a probability of 1 - 0.9^200 > 1 - 1e-9.
const certainSampleSize = 200
// By Hoeffding's inequality a sampler with a rate of 1/4 differs from 250 ± 104 of 1000 with a probability of at most 2
// exp(-2 · 104² / 1000) < 1e-9; 104 is the smallest such integer.
const [sampleSize, tolerance] = [1000, 104]

must('tracing.rate.all', { rows, aspect: '1000000' }, () => {
  says('A samplingRatePerMillion of 1000000 samples every request without a parent.')
  test('samples every request at a rate of a million', async () => {
    const requestIds = await alwaysSampling.requestTimes(certainSampleSize)
    await alwaysSampling.waitForSpans()

    expect((await alwaysSampling.sampledMarks(requestIds)).length, `sampled of ${requestIds.length}`).toBe(
      requestIds.length,
    )
  }).sees('tracing-rate-of-a-million-misses-some')

  test('samples requests that write at a rate of a million', async () => {
    const writeIds = await Promise.all(
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => alwaysSampling.writes(method)),
    )
    await alwaysSampling.waitForSpans()

    expect(await alwaysSampling.sampledMarks(writeIds)).toEqual(writeIds)
  }).sees('tracing-of-reads-only')
})

must(
  'tracing.rate.none',
  { rows, aspect: '0', twin: 'tracing.rate.all/samples-every-request-at-a-rate-of-a-million' },
  () => {
    says('A samplingRatePerMillion of 0 samples no request without a parent.')
    refuses('to sample any request at a rate of 0', async () => {
      const requestIds = await neverSampling.requestTimes(certainSampleSize)
      await neverSampling.waitForSpans()

      expect(await neverSampling.sampledMarks(requestIds)).toEqual([])
    }).sees('tracing-rate-of-0-refused')
  },
)

must('tracing.rate.share', rows, () => {
  says('samplingRatePerMillion counts in millionths: a rate of 250000 samples one request in four.')
  test('samples about 250 of 1000 requests at a rate of 250000', async () => {
    const requestIds = await quarterSampling.requestTimes(sampleSize)
    await quarterSampling.waitForSpans()

    const sampledCount = (await quarterSampling.sampledMarks(requestIds)).length
    expect(Math.abs(sampledCount - sampleSize / 4), `the distance of ${sampledCount} from 250`).toBeLessThan(
      tolerance,
    )
  }).sees('tracing-rate-per-ten-thousand')
})

unspecified('tracing.rate.below-a-parent', { rows, aspect: 'below a parent' }, () => {
  says('Unspecified: whether the rate or the decision of the parent applies to a request below a parent.')
  const fixtures = { 'a rate of 0': neverSampling, 'a rate of a million': alwaysSampling }
  test.for(fixtures)(
    {
      title: 'records whether a request below a parent is sampled at %s',
      id: 'what is sampled at %s below parents is recorded',
    },
    async (fixture, check) => {
      for (const parent of ['sampled', 'not-sampled'] as const) {
        const { traceId } = await fixture.requestWithParent(parent)
        await fixture.waitForSpans()
        check.observe(`below a span that is ${parent}`, (await fixture.arrivedSpans(traceId)).length > 0)
      }
    },
  )
})
