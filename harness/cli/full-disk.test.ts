import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { hasPrivateMounts, inPrivateMounts } from '../testing/private-mounts.ts'

const cli = fileURLToPath(new URL('../../dist/harness/testing/cli.js', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'full-disk-'))

afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a check whose results are written to a private file system of the given size. */
function runOnDisk(size: string): Promise<{ code: number; stderr: string }> {
  const script = 'mount -t tmpfs -o size=$1 none $2 && shift 2 && exec "$@"'
  const runCommand = [
    process.execPath,
    cli,
    'plain',
    'run',
    '--only',
    'plain.holds',
    '--out',
    join(directory, 'out'),
  ]
  return inPrivateMounts(script, [size, directory, ...runCommand])
}

// The disk gets full at the start of the event stream, and when the evidence of a check is written.
test.skipIf(!hasPrivateMounts).for(['4k', '8k'])(
  'a full disk of %s is reported before the run, and the command exits with code 3',
  async (size) => {
    const { code, stderr } = await runOnDisk(size)

    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^Low on this machine: 0 MiB are free in /),
      expect.stringMatching(/Could not write .*: no space is left on the device.* \(ENOSPC\)\.$/),
    ])
    expect(code).toBe(3)
  },
)
