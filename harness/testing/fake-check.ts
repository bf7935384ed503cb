import { defaultInvocation } from '../repro/command.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CheckContext, runAs } from '../check/context.ts'
import { workspaceVariable } from '../launch/workspace.ts'
import { defaultLimits } from '../target/target.ts'
import type { RunSettings } from '../target/settings.ts'
import { fakeApiServer } from './run-cli.ts'

/** Run options of a check in a test. */
export interface FakeCheckOptions {
  /** Behaviour of the fake API server; default: correct. */
  readonly behave?: string
  readonly dialect?: 'orch' | 'kubernetes'
  /** Settings for a trial of faults. */
  readonly trial?: Pick<RunSettings, 'faultTrace' | 'rounds'>
  /** Name of a second implementation, which is the same fake. */
  readonly against?: string
}

// Time limit of a start: long enough for the fake server on a busy machine, and short for tests of a server that never
// starts.
const readyMs = 3_000

/** Folder of the files that checks of this process share. */
let sharedFiles: string | undefined

/** Runs a body as a check against the fake API server, and stops the programs it started; rejects like the body. */
export async function asCheck<T>(
  body: (check: CheckContext) => Promise<T>,
  { behave = 'well', dialect = 'orch', trial, against }: FakeCheckOptions = {},
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'fake-check-'))
  const limits = { ...defaultLimits, readyMs, refusedMs: readyMs, issuersMs: 300 }
  const programs = { apiserver: { command: [...fakeApiServer], args: [`--behave=${behave}`] } }
  const target = { name: 'fake', dialect, programs, limits }
  const check = new CheckContext('a/check', {
    target,
    ...(against !== undefined && { against: { ...target, name: against } }),
    outDir: directory,
    seed: 1,
    startsAtOnce: 2,
    programsAtOnce: 4,
    generate: 20,
    thorough: false,
    run: { tool: 'fake', invocation: defaultInvocation },
    ...trial,
  })
  // Files that the checks of a process share exist until its end, and are removed with the files of this test run. The
  // variable does not outlive the check: programs that other tests start inherit the environment.
  const originalTmpDir = process.env[workspaceVariable]
  sharedFiles ??= mkdtempSync(join(tmpdir(), 'fake-checks-'))
  process.env[workspaceVariable] = originalTmpDir ?? sharedFiles
  try {
    return await runAs(check, () => body(check))
  } finally {
    await runAs(check, () => check.end())
    if (originalTmpDir === undefined) delete process.env[workspaceVariable]
    rmSync(directory, { recursive: true, force: true })
  }
}
