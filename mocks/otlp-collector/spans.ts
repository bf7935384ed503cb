import type { AnyValue, KeyValue, ResourceSpans, Span } from '#protos/otlp_pb.ts'

/** Attribute value as plain JavaScript; bytes are in hex. */
export type AttributeValue =
  | string
  | number
  | boolean
  | readonly AttributeValue[]
  | Readonly<{ [name: string]: AttributeValue }>
/** Attributes by name. */
export type Attributes = Readonly<Record<string, AttributeValue>>

/** Span in the form that tests read: ids in hex, attributes as plain values. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Missing for the first span of a trace. */
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** Unix times in milliseconds. */
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[]
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: 'unset' | 'ok' | 'error'
  /** Attributes of the whole process: `service.name`. */
  readonly resource: Attributes
  /** Library that created the span. */
  readonly scope: string
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const statuses = ['unset', 'ok', 'error'] as const
const nanosPerMs = 1_000_000

/** Returns the spans of an export in their order. */
export function spansOf(resourceSpans: readonly ResourceSpans[]): CollectedSpan[] {
  return resourceSpans.flatMap((group) => {
    const resource = attributesOf(group.resource?.attributes ?? [])
    return group.scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => collectedSpan(span, resource, scope?.name ?? '')),
    )
  })
}

function collectedSpan(span: Span, resource: Attributes, scope: string): CollectedSpan {
  const parentSpanId = hex(span.parentSpanId)
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    ...(parentSpanId === '' ? {} : { parentSpanId }),
    name: span.name,
    kind: kinds[span.kind] ?? 'unspecified',
    startMs: Number(span.startTimeUnixNano) / nanosPerMs,
    endMs: Number(span.endTimeUnixNano) / nanosPerMs,
    attributes: attributesOf(span.attributes),
    events: span.events.map(({ name, attributes }) => ({ name, attributes: attributesOf(attributes) })),
    links: span.links.map(({ traceId, spanId }) => ({ traceId: hex(traceId), spanId: hex(spanId) })),
    status: statuses[span.status?.code ?? 0] ?? 'unset',
    resource,
    scope,
  }
}

function attributesOf(pairs: readonly KeyValue[]): Attributes {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, attributeValue(value)]))
}

function attributeValue(any: AnyValue | undefined): AttributeValue {
  if (any === undefined) return ''
  const { value } = any
  switch (value.case) {
    case 'intValue':
      return Number(value.value)
    case 'arrayValue':
      return value.value.values.map(attributeValue)
    case 'kvlistValue':
      return attributesOf(value.value.values)
    case 'bytesValue':
      return hex(value.value)
    case undefined:
      return ''
    default:
      return value.value
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
