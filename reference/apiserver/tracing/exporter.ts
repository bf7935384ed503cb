import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Client, credentials } from '@grpc/grpc-js'
import { call } from '../../grpc/call.ts'
import { directOptions } from '../../grpc/channel.ts'
import { fault } from '../../quirks/quirks.ts'
import { ExportTraceServiceRequestSchema, type SpanSchema, TraceService } from '#protos/otlp_pb.ts'

/** Finished span as it is sent. */
export type FinishedSpan = MessageInitShape<typeof SpanSchema>

/** Milliseconds for which spans are collected before they are sent. */
const batchMs = 200
/** Timeout of the collector in milliseconds. */
const timeoutMs = 10_000

/** Sends spans in batches. Spans that the collector does not accept are lost. */
export class Exporter {
  readonly #client: Client
  #waitingSpans: FinishedSpan[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    address: string,
    { authority, secure: isTlsWanted = false }: { readonly authority: string; readonly secure?: boolean },
  ) {
    const isTls = isTlsWanted || fault('tracing-speaks-tls')
    this.#client = new Client(address, isTls ? credentials.createSsl() : credentials.createInsecure(), {
      ...directOptions,
      'grpc.default_authority': authority,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1000,
    })
  }

  add(span: FinishedSpan): void {
    this.#waitingSpans.push(span)
    this.#timer ??= setTimeout(() => void this.flush(), batchMs).unref()
  }

  /** Sends all waiting spans. Never rejects. */
  async flush(withinMs = timeoutMs): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const spans = this.#waitingSpans
    this.#waitingSpans = []
    if (spans.length === 0) return
    const service = {
      key: 'service.name',
      value: { value: { case: 'stringValue', value: 'apiserver' } },
    } as const
    const request = create(ExportTraceServiceRequestSchema, {
      resourceSpans: [
        { resource: { attributes: [service] }, scopeSpans: [{ scope: { name: 'orch-apiserver' }, spans }] },
      ],
    })
    await call(this.#client, TraceService.method.export, request, withinMs).catch(() => {})
  }

  close(): void {
    this.#client.close()
  }
}
