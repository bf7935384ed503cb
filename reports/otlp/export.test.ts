import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as conventions from '@opentelemetry/semantic-conventions/incubating'
import { afterAll, expect, test } from 'vitest'
import { startOtlpCollector } from '#mocks/otlp-collector/index.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import { exportRun } from './export.ts'
import { traceOf } from './spans.ts'
import { traceParentOf } from './trace-parent.ts'

const outDir = mkdtempSync(join(tmpdir(), 'otlp-'))
afterAll(() => rmSync(outDir, { recursive: true, force: true }))

const events = sampleEvents()
const [check] = events.flatMap((event) => (event.type === 'check' ? [event] : []))
const atMs = check?.startedAtMs ?? 0
const timeline = [
  { atMs, source: 'apiserver', kind: 'start', what: 'orch-apiserver --secure-port=1' },
  { atMs: atMs + 1, untilMs: atMs + 4, source: 'harness', kind: 'request', what: 'GET /api as token → 201' },
  { atMs: atMs + 2, source: 'oidc', kind: 'asked', what: 'GET /keys', data: { answer: '200' } },
  {
    atMs: atMs + 5,
    source: 'otlp',
    kind: 'asked',
    what: 'Export 2 spans',
    data: {
      spans: [
        {
          spanId: 'aa',
          name: 'GET /api',
          startMs: atMs + 1,
          endMs: atMs + 3,
          attributes: { 'http.status': 201 },
        },
        { spanId: 'bb', parentSpanId: 'aa', name: 'authenticate', startMs: atMs + 1, endMs: atMs + 2 },
      ],
    },
  },
  { atMs: atMs + 6, source: 'apiserver', kind: 'signal', what: 'SIGTERM' },
] as const

test('a check span contains its events, and the spans of the implementation keep their order', () => {
  const { spans } = traceOf(events, (one) => (one === check ? { timeline, files: [] } : undefined))
  const [run, own, ...inside] = spans
  const nameOf = (id: string | undefined): string | undefined => spans.find((span) => span.id === id)?.name

  expect(own).toMatchObject({ name: check?.id, parent: run?.id, events: [{ name: 'apiserver SIGTERM' }] })
  expect(inside.slice(0, 6).map(({ name, parent }) => `${name} < ${nameOf(parent)}`)).toEqual([
    `apiserver runs < ${check?.id}`,
    `harness: GET /api as token → 201 < ${check?.id}`,
    `oidc: GET /keys < ${check?.id}`,
    `otlp: Export 2 spans < ${check?.id}`,
    `GET /api < ${check?.id}`,
    'authenticate < GET /api',
  ])
})

test('a collector receives the whole run as one trace', async () => {
  await using collector = await startOtlpCollector()

  expect(await exportRun(outDir, events, collector.url)).toBeUndefined()
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(collector.spans.map(({ name }) => name)).toEqual(
    traceOf(events, () => undefined).spans.map(({ name }) => name),
  )
  expect(collector.spans.find(({ name }) => name.includes('trailing-slash'))).toMatchObject({
    status: 'error',
    attributes: { 'conformance.verdict': 'broken', 'conformance.level': 'MUST' },
    resource: { 'service.name': 'orch-conformance' },
  })
})

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

test('a run is part of the trace that TRACEPARENT names', async () => {
  await using collector = await startOtlpCollector()
  const environment = { TRACEPARENT: `00-${traceId}-${spanId}-01` }

  expect(await exportRun(outDir, events, collector.url, environment)).toBeUndefined()
  expect(new Set(collector.spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(collector.spans.filter((span) => span.parentSpanId === spanId)).toMatchObject([
    { name: 'run kubernetes' },
  ])
})

test.for([
  ['of another length', `00-${traceId}-${spanId}`],
  ['with a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['with a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['of version ff', `ff-${traceId}-${spanId}-01`],
  ['of version 00 with more fields', `00-${traceId}-${spanId}-01-more`],
  ['in upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['that is empty', ''],
])('a TRACEPARENT %s names no trace', ([, value]) => {
  expect(traceParentOf(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId })
  expect(traceParentOf(`01-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId })
  expect(traceParentOf(value)).toBeUndefined()
})

test('every attribute of test.* and cicd.* is in the semantic conventions, with one of their values', () => {
  const { spans } = traceOf(events, () => undefined)
  const attributePairs = spans.flatMap(({ attributes }) => Object.entries(attributes))
  const conventionPairs = attributePairs.filter(([name]) => /^(test|cicd)\./.test(name))
  const conventionValues: Readonly<Record<string, unknown>> = conventions
  const conventionNames = new Set(Object.values(conventionValues))
  const valuesOf = (name: string): unknown[] => {
    const prefix = `${name.toUpperCase().replaceAll('.', '_')}_VALUE_`
    return Object.keys(conventionValues).flatMap((key) =>
      key.startsWith(prefix) ? [conventionValues[key]] : [],
    )
  }
  const unknownPairs = conventionPairs.filter(
    ([name, value]) =>
      !conventionNames.has(name) || (valuesOf(name).length > 0 && !valuesOf(name).includes(value)),
  )

  expect(new Set(conventionPairs.map(([name]) => name))).toEqual(
    new Set([
      conventions.ATTR_TEST_SUITE_NAME,
      conventions.ATTR_TEST_SUITE_RUN_STATUS,
      conventions.ATTR_TEST_CASE_NAME,
      conventions.ATTR_TEST_CASE_RESULT_STATUS,
      conventions.ATTR_CICD_PIPELINE_TASK_NAME,
      conventions.ATTR_CICD_PIPELINE_TASK_TYPE,
      conventions.ATTR_CICD_PIPELINE_TASK_RUN_RESULT,
    ]),
  )
  expect(unknownPairs).toEqual([])
})

test('the error for an unreachable collector names the collector', async () => {
  const closedServer = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closedServer.once('listening', resolve))
  const { port } = closedServer.address() as { readonly port: number }
  await new Promise((resolve) => closedServer.close(resolve))
  const url = `http://127.0.0.1:${port}`

  expect(await exportRun(outDir, events, url)).toContain(`could not be sent to the collector ${url} (`)
  expect(await exportRun(outDir, events, 'no url')).toContain('the collector no url (')
})
