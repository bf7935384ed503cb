import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startOtlpCollector } from '#mocks/otlp-collector/index.ts'
import { sampleEvents } from '../testing/sample-run.ts'
import { exportRun } from './export.ts'
import { traceOf } from './spans.ts'

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

test('an unreachable collector is named', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => gone.once('listening', resolve))
  const { port } = gone.address() as { readonly port: number }
  await new Promise((resolve) => gone.close(resolve))
  const url = `http://127.0.0.1:${port}`

  expect(await exportRun(outDir, events, url)).toContain(`could not be sent to the collector ${url} (`)
  expect(await exportRun(outDir, events, 'no url')).toContain('the collector no url (')
})
