import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunSettings } from '../target/settings.ts'
import { type FirstStart, firstStartFolder, startFailureOf } from './first-start.ts'

const crashingLaunch = (async () => ({
  attempt: {
    outcome: 'crashed',
    why: 'It crashed.',
    stderr: '',
    program: { evidence: { files: () => [] }, stop: async () => {} },
  },
  release: async () => {},
})) as unknown as FirstStart

function makeSettings(): RunSettings {
  const outDir = mkdtempSync(join(tmpdir(), 'first-start-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  return { outDir, target: { limits: {}, programs: {} } } as unknown as RunSettings
}

test('a first start that crashes reports the reason', async () => {
  const waitingAbort = new AbortController()

  expect(await startFailureOf('apiserver', crashingLaunch, makeSettings(), waitingAbort.signal)).toContain(
    'It crashed.',
  )
})

test('a first start that is aborted, because the run has ended, reports no reason and leaves no evidence', async () => {
  const ownSettings = makeSettings()

  expect(await startFailureOf('apiserver', crashingLaunch, ownSettings, AbortSignal.abort())).toBeUndefined()
  expect(existsSync(join(ownSettings.outDir, 'evidence', firstStartFolder('apiserver')))).toBe(false)
})
