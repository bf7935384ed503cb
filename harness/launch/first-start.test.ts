import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunSettings } from '../target/settings.ts'
import { type FirstStart, firstStartFolder, whyNeverReady } from './first-start.ts'

const crashing = (async () => ({
  attempt: {
    outcome: 'crashed',
    why: 'It crashed.',
    stderr: '',
    program: { evidence: { files: () => [] }, stop: async () => {} },
  },
  release: async () => {},
})) as unknown as FirstStart

function settings(): RunSettings {
  const outDir = mkdtempSync(join(tmpdir(), 'first-start-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  return { outDir, target: { limits: {}, programs: {} } } as unknown as RunSettings
}

test('a first start that crashes reports the reason', async () => {
  const waiting = new AbortController()

  expect(await whyNeverReady('apiserver', crashing, settings(), waiting.signal)).toContain('It crashed.')
})

test('a first start that ends with the run, because every check was quicker, reports and leaves nothing', async () => {
  const own = settings()

  expect(await whyNeverReady('apiserver', crashing, own, AbortSignal.abort())).toBeUndefined()
  expect(existsSync(join(own.outDir, 'evidence', firstStartFolder('apiserver')))).toBe(false)
})
