import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js'
import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { methodDefinition } from '../../grpc/method.ts'
import type { ServerRequest } from '../../serving/request.ts'
import { Exporter, type FinishedSpan } from './exporter.ts'
import {
  type ExportTraceServiceRequest,
  ExportTraceServiceResponseSchema,
  TraceService,
} from '#protos/otlp_pb.ts'
import { traceStep } from './step.ts'

const parent = (flags: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`

async function sampledSpans(rate: number | undefined, header: string | undefined, times = 1) {
  const spans: FinishedSpan[] = []
  const traceRequest = traceStep({ endpoint: undefined, samplingRatePerMillion: rate }, (span) =>
    spans.push(span),
  )
  const get = {
    method: 'GET',
    path: '/x',
    target: '/x?y',
    headers: { traceparent: header },
  } as unknown as ServerRequest
  for (let index = 0; index < times; index++) await traceRequest(get, async () => ({ status: 200 }))
  return spans
}

test('sampling follows the rate; without a rate, it follows the parent span', async () => {
  expect(await sampledSpans(undefined, undefined)).toHaveLength(0)
  expect(await sampledSpans(undefined, parent('00'))).toHaveLength(0)
  expect(await sampledSpans(undefined, parent('01'))).toMatchObject([
    { traceId: Buffer.from('a'.repeat(32), 'hex') },
  ])
  expect(await sampledSpans(0, undefined, 100)).toHaveLength(0)
  expect(await sampledSpans(1_000_000, undefined, 100)).toHaveLength(100)
  const halfOfSpans = await sampledSpans(500_000, undefined, 2000)
  expect(halfOfSpans.length).toBeGreaterThan(800)
  expect(halfOfSpans.length).toBeLessThan(1200)
})

test('spans are sent without TLS', async () => {
  const names: string[] = []
  const server = new Server()
  const receiveSpans = (
    { request }: { request: ExportTraceServiceRequest },
    done: sendUnaryData<ReturnType<typeof emptyResponse>>,
  ) => {
    for (const { scopeSpans } of request.resourceSpans) {
      names.push(...scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)))
    }
    done(null, emptyResponse())
  }
  server.addService({ export: methodDefinition(TraceService.method.export) }, { export: receiveSpans })
  const port = await new Promise<number>((resolve) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, bound) => resolve(bound))
  })
  const exporter = new Exporter(`127.0.0.1:${port}`, { authority: 'collector.invalid:4317' })
  for (const span of await sampledSpans(1_000_000, undefined)) exporter.add(span)

  await expect.poll(() => names).toEqual(['GET /x'])
  exporter.close()
  server.forceShutdown()
})

const emptyResponse = () => create(ExportTraceServiceResponseSchema)
