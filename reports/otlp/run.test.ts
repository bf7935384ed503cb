import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startOtlpCollector } from '#mocks/otlp-collector/index.ts'

const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const outDir = mkdtempSync(join(tmpdir(), 'otlp-run-'))
afterAll(() => rmSync(outDir, { recursive: true, force: true }))

const check = 'tracing.export/exports-the-spans-of-a-request-to-the-collector-at-the-endpoint'

test('a run sends its check with the requests to peers and the spans of the implementation', {
  timeout: 100_000,
}, async () => {
  await using collector = await startOtlpCollector()
  const argv = [cli, 'run', '--only', check, '--out', outDir, '--otlp', collector.url]
  const child = spawn(process.execPath, argv, { stdio: 'ignore' })
  const [code] = (await once(child, 'close')) as [number | null]

  expect(code).toBe(0)
  const { spans } = collector
  const checkSpan = spans.find(({ name }) => name === check)
  const childSpans = spans.filter(({ parentSpanId }) => parentSpanId === checkSpan?.spanId)
  expect(checkSpan).toMatchObject({ attributes: { 'conformance.verdict': 'held' } })
  expect(childSpans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^apiserver runs/),
      expect.stringMatching(/^harness: GET /),
      expect.stringMatching(/^GET /),
    ]),
  )
})
