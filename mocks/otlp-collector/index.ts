import type { KeyPair } from '#harness/certificates/authority.ts'
import { type GrpcPeer, grpcPeer } from '../grpc/peer.ts'
import { startGrpcServer } from '../grpc/server.ts'
import { Answers, Journal } from '../peer/index.ts'
import type { CollectedSpan } from './spans.ts'
import { answerNames, type OtlpAnswers, type OtlpRequest, otlpServices } from './wire.ts'

export { after, fail, hangUp, honestly, silence, stall, when, where } from '../grpc/faults.ts'
export type { Attributes, AttributeValue, CollectedSpan } from './spans.ts'
export { startWireTap, type WireRecord, type WireTap } from './wire-tap.ts'
export type { OtlpAnswers, OtlpRequest } from './wire.ts'

/** Port and TLS options of a collector. */
export interface OtlpCollectorOptions {
  /** TCP port of 127.0.0.1. Default: any free port. Exporters use 4317 by default. */
  readonly port?: number
  /** Key pair for TLS. Exporters without TLS cannot use such a collector. */
  readonly tls?: KeyPair
  /** `false`: connections are refused until `listen` is called. */
  readonly listening?: boolean
}

/** Collector of traces over insecure gRPC. */
export interface OtlpCollector extends GrpcPeer<OtlpRequest, OtlpAnswers> {
  /** `host:port`, as in a tracing configuration. */
  readonly endpoint: string
  /** All spans since the last reset, in the order of arrival. */
  readonly spans: readonly CollectedSpan[]
  /** Returns the spans of one trace (32 hex digits). */
  trace(traceId: string): CollectedSpan[]
}

/**
 * Starts a collector on loopback: OTLP traces over gRPC; no metrics, no logs, no OTLP over HTTP.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using collector = await startOtlpCollector()
 * await untilAsked(collector, ({ spans }) => spans.some(({ name }) => name === 'checkout'), { withinMs: 5_000 })
 * ```
 */
export async function startOtlpCollector(options: OtlpCollectorOptions = {}): Promise<OtlpCollector> {
  const answers = new Answers<OtlpAnswers>('otlp', answerNames)
  const journal = new Journal<OtlpRequest>()
  const server = await startGrpcServer({
    services: otlpServices(journal, answers),
    address: options.port ?? 0,
    listening: options.listening ?? true,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
  })
  const spans = () => journal.entries.flatMap((request) => request.spans)
  const peer = Object.assign(grpcPeer({ role: 'otlp', server, journal, answers }), {
    endpoint: new URL(server.url).host,
    trace: (traceId: string) => spans().filter((span) => span.traceId === traceId),
  })
  return Object.defineProperty(peer, 'spans', { get: spans }) as typeof peer & Pick<OtlpCollector, 'spans'>
}
