import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CheckEvent } from '#harness/events.ts'
import { runEvents } from '#harness/testing/events.ts'
import { plainProgram, runWrapped } from './wrapped-programs.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const busyProcesses = 4
const busyForMs = 60_000
const busyProcessList: ChildProcess[] = []

beforeAll(() => {
  const busyScript = `const end = Date.now() + ${busyForMs}; while (Date.now() < end);`
  for (let checkCount = 0; checkCount < busyProcesses; checkCount++)
    busyProcessList.push(spawn(process.execPath, ['-e', busyScript], { stdio: 'ignore' }))
})

afterAll(() => {
  for (const busyProcess of busyProcessList) busyProcess.kill('SIGKILL')
})

/** Adds a flag that the API server refuses together with an authentication file. */
const refusingScript = `#!/bin/sh
case "$*" in *--authentication-config=*) set -- "$@" --secure-port=0 ;; esac
exec "$NODE" "$@"
`

/** Passes an empty authentication file, so that each token is rejected. */
const emptyingScript = `#!/bin/sh
case "$*" in *--authentication-config=*)
  printf 'apiVersion: apiserver.config.orch.io/v1\\nkind: AuthenticationConfiguration\\njwt: []\\n' > acme.yaml
  set -- "$@" "--authentication-config=$PWD/acme.yaml" ;;
esac
exec "$NODE" "$@"
`

test.for([
  ['refuses to start', refusingScript, 'authn.file.complete'],
  ['returns a wrong status', emptyingScript, 'authn.jwt.groups-are-optional'],
] as const)(
  'checks of a program that %s fail on a busy machine, and are not inconclusive',
  async ([, script, rule]) => {
    const argv = ['run', '--only', rule, '--jobs', '1']
    const { code, out } = await runWrapped(script, plainProgram, argv, ['apiserver'])
    const checkEvents = runEvents(out).filter(
      ({ type }) => type === 'check' || type === 'attempt',
    ) as CheckEvent[]

    expect(checkEvents.length).toBeGreaterThan(1)
    expect(checkEvents.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([])
    expect(code).toBe(1)
  },
)
