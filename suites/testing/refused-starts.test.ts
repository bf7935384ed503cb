import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { plainProgram, runWrapped } from './wrapped-programs.ts'

// Time limit of runs of the reference with several starts.
const slowMs = 120_000
vi.setConfig({ testTimeout: slowMs })

/** Returns a wrapper that adds a flag to the starts with an authentication file, which the program then refuses. */
const scriptAddingFlag = (flag: string) => `#!/bin/sh
program=$1; shift
case "$*" in *--authentication-config=*) set -- "$@" ${flag} ;; esac
"$NODE" "$program" "$@"
`
const wrappers = {
  unknown: scriptAddingFlag('--no-such-flag'),
  excluded: scriptAddingFlag('--anonymous-auth=false'),
} as const
const rule = 'authn.anonymous.identity'
const checks = [
  `${rule}/has-the-user-name-of-anonymous-requests`,
  `${rule}/has-the-group-of-anonymous-requests-and-no-other`,
]

const command = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'refused-'))
const runWrapper = (wrapper: keyof typeof wrappers, baseline?: string) =>
  runWrapped(
    wrappers[wrapper],
    plainProgram,
    ['run', '--only', rule, ...(baseline === undefined ? [] : ['--baseline', baseline])],
    ['apiserver'],
  )

interface WrappedRun {
  readonly file: string
  readonly out: string
  readonly code: number
  readonly stderr: string
}
const runsByWrapper = new Map<string, WrappedRun>()

beforeAll(async () => {
  for (const wrapper of ['unknown', 'excluded'] as const) {
    const { code, out, stderr } = await runWrapper(wrapper)
    const file = join(folder, `${wrapper}.yaml`)
    execFileSync(process.execPath, [command, 'baseline', 'update', '--run', out, '--baseline', file])
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/FILL IN \(.*\)/g, 'known to us'))
    runsByWrapper.set(wrapper, { file, out, code, stderr })
  }
}, slowMs)

const checksOfRun = (out: string) =>
  (
    JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
      readonly checks: readonly Readonly<Record<string, unknown>>[]
    }
  ).checks

test.for([
  ['unknown', '--no-such-flag'],
  ['excluded', '--anonymous-auth=false'],
] as const)(
  'checks whose start is refused because of an %s flag are broken, and their events name the flag',
  ([wrapper, flag]) => {
    const { code, out, stderr } = runsByWrapper.get(wrapper) ?? { code: undefined, out: '', stderr: '' }

    expect(code).toBe(1)
    expect(stderr).toContain('REFUSED')
    expect(stderr).toContain('The implementation refused to start in 2 checks.')
    expect(checksOfRun(out)).toEqual(
      checks.map((id) =>
        expect.objectContaining({
          id,
          verdict: 'broken',
          refusedStart: true,
          programError: expect.stringContaining(flag.split('=', 1)[0] ?? ''),
          reason: expect.stringContaining(`started its program with flags of its own: ${flag}`),
        }),
      ),
    )
    const evidence = String(checksOfRun(out)[0]?.['evidence'])
    expect(readFileSync(join(out, evidence, 'command.txt'), 'utf8')).toContain(`#   ${flag}`)
  },
)

test.for([
  ['unknown', 'unknown', 0],
  ['excluded', 'excluded', 0],
  ['unknown', 'excluded', 1],
  ['excluded', 'unknown', 1],
] as const)(
  'with the baseline of an %s flag, a run with an %s flag exits with code %i',
  async ([of, wrapper, expected]) => {
    const { code, stderr } = await runWrapper(wrapper, runsByWrapper.get(of)?.file ?? '')

    expect(code, stderr).toBe(expected)
  },
)
