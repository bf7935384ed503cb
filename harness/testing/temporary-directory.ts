import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Puts all temporary files of the tests into one folder, which is removed when the tests have ended. The name of the
 * folder is short, because paths of sockets are limited to 107 bytes.
 */
export default function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 't-'))
  process.env.TMPDIR = directory
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
}
