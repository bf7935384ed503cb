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
import { traced } from './step.ts'

const parent = (flags: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`

async function sampled(rate: number | undefined, header: string | undefined, times = 1) {
  const spans: FinishedSpan[] = []
  const step = traced({ endpoint: undefined, samplingRatePerMillion: rate }, (span) => spans.push(span))
  const get = {
    method: 'GET',
    path: '/x',
    target: '/x?y',
    headers: { traceparent: header },
  } as unknown as ServerRequest
  for (let index = 0; index < times; index++) await step(get, async () => ({ status: 200 }))
  return spans
}

test('samples by the rate, or by the parent without one', async () => {
  expect(await sampled(undefined, undefined)).toHaveLength(0)
  expect(await sampled(undefined, parent('00'))).toHaveLength(0)
  expect(await sampled(undefined, parent('01'))).toMatchObject([
    { traceId: Buffer.from('a'.repeat(32), 'hex') },
  ])
  expect(await sampled(0, undefined, 100)).toHaveLength(0)
  expect(await sampled(1_000_000, undefined, 100)).toHaveLength(100)
  const half = await sampled(500_000, undefined, 2000)
  expect(half.length).toBeGreaterThan(800)
  expect(half.length).toBeLessThan(1200)
})

test('sends spans without TLS', async () => {
  const names: string[] = []
  const server = new Server()
  const receive = (
    { request }: { request: ExportTraceServiceRequest },
    done: sendUnaryData<ReturnType<typeof empty>>,
  ) => {
    for (const { scopeSpans } of request.resourceSpans) {
      names.push(...scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)))
    }
    done(null, empty())
  }
  server.addService({ export: methodDefinition(TraceService.method.export) }, { export: receive })
  const port = await new Promise<number>((resolve) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, bound) => resolve(bound))
  })
  const exporter = new Exporter(`127.0.0.1:${port}`, { authority: 'collector.invalid:4317' })
  for (const span of await sampled(1_000_000, undefined)) exporter.add(span)

  await expect.poll(() => names).toEqual(['GET /x'])
  exporter.close()
  server.forceShutdown()
})

const empty = () => create(ExportTraceServiceResponseSchema)
