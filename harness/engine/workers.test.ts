import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'

// A worker runs the compiled module.
const builtModule = new URL('../../dist/harness/engine/workers.js', import.meta.url)
const { Workers } = (await import(builtModule.href)) as typeof import('./workers.ts')

test('a message to a worker that has ended causes no error', { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workers-'))
  const endingModule = join(folder, 'ending.mjs')
  writeFileSync(endingModule, 'process.exit(3)')
  const worker = new Workers(endingModule).pool.createPoolWorker({} as never)
  const errors: unknown[] = []
  await worker.start()
  worker.on('error', (error) => errors.push(error))
  await new Promise((resolve) => worker.on('exit', resolve))

  worker.send({ type: 'stop', __vitest_worker_request__: true })
  await turn()

  expect(errors).toEqual([])
  rmSync(folder, { recursive: true })
})
