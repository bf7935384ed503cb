import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runEvents } from '../testing/events.ts'
import { fakeApiServer } from '../testing/run-cli.ts'

const cli = fileURLToPath(new URL('../../dist/harness/testing/cli.js', import.meta.url))
const programWords = [...fakeApiServer, '--behave=lack-files']
const canLimitFiles = spawnSync('sh', ['-c', 'ulimit -n 1024']).status === 0
const hasManyFiles = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) >= 4_096

/** Runs a check whose program reports that it cannot open more files, with a limit of open files. */
function runWithFiles(fileLimit: number): {
  readonly stderr: string
  readonly code: number | null
  verdict?: string
} {
  const outDir = join(mkdtempSync(join(tmpdir(), 'shortage-')), 'out')
  const command = ['run', '--only', 'plain.holds/accepts-a-request', '--out', outDir, '--', ...programWords]
  const script = `ulimit -n ${fileLimit} && exec "$@"`
  const result = spawnSync('sh', ['-c', script, 'sh', process.execPath, cli, 'plain', ...command], {
    encoding: 'utf8',
  })
  const check = runEvents(outDir).find((event) => event.type === 'check')
  return { stderr: result.stderr, code: result.status, ...(check && { verdict: check.verdict }) }
}

describe('a program that reports too many open files', () => {
  test.runIf(canLimitFiles)(
    'running out of file descriptors is inconclusive on a machine with a low limit, which the run reports',
    () => {
      const { stderr, code, verdict } = runWithFiles(1_024)

      expect({ code, verdict }).toEqual({ code: 8, verdict: 'inconclusive' })
      expect(stderr).toContain('Low on this machine: A program may open 1024 files, and 4096 are enough.')
    },
  )

  test.runIf(hasManyFiles)(
    'running out of file descriptors is a failure of the program on a machine with a sufficient limit',
    () => {
      const { stderr, code, verdict } = runWithFiles(4_096)

      expect({ code, verdict }).toEqual({ code: 5, verdict: undefined })
      expect(stderr).not.toContain('A program may open')
    },
  )
})
