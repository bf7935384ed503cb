import { expect, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import { greenEvents } from '../testing/sample-run.ts'
import { digestLines, digestsOfProgram } from './program-digests.ts'

const sha256 = 'a'.repeat(64)
const files = [{ name: 'kube-apiserver', sha256 }]
type RanProgram = NonNullable<Extract<RunEvent, { type: 'check' }>['launches'][number]['ran']>

/** Returns a run whose first check started the given programs. */
function runWith(...all: readonly Omit<RanProgram, 'role'>[]): readonly RunEvent[] {
  const launches = all.map((one) => ({
    outcome: 'ready' as const,
    durationMs: 1,
    ran: { role: 'apiserver' as const, ...one },
  }))
  return greenEvents().map((event) => (event.type === 'check' ? { ...event, launches } : event))
}

test('each distinct start of a program is stated once, with the flags that its command added', () => {
  const events = runWith(
    { files, addedFlags: [] },
    { files, addedFlags: ['--profiling=false', '--audit-log-path=-'] },
    { files, addedFlags: [] },
  )
  const { ran } = digestsOfProgram('apiserver', events)

  expect(ran).toEqual([
    { files, addedFlags: ['--audit-log-path=-', '--profiling=false'] },
    { files, addedFlags: [] },
  ])
  expect(digestLines({ role: 'apiserver', files: [], ...(ran && { ran }) })).toEqual([
    `apiserver: ran kube-apiserver ${sha256}, started with --audit-log-path=- --profiling=false`,
    `apiserver: ran kube-apiserver ${sha256}`,
  ])
})

test('the digest of a program without known files is stated as not determined', () => {
  const bareProgram = { files: [], addedFlags: [] }

  expect(digestsOfProgram('apiserver', runWith(bareProgram))).toEqual({ ran: 'not determined' })
  expect(digestsOfProgram('apiserver', runWith(bareProgram, { files, addedFlags: [] })).ran).toHaveLength(2)
  expect(digestsOfProgram('node-agent', runWith(bareProgram))).toEqual({})
})
