import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { hasPrivateMounts, inPrivateMounts } from '../testing/private-mounts.ts'

const builtPath = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'changed-host-'))

afterAll(() => rmSync(directory, { recursive: true }))

/** Tests an agent that first executes a command, on a machine with a private /var/lib. Returns the standard error. */
async function testAgent(firstCommand: string): Promise<string> {
  const agent = join(directory, 'agent')
  const startCommand = `exec ${process.execPath} ${builtPath('reference/orchlet.js')} "$@"`
  writeFileSync(agent, `#!/bin/sh\n${firstCommand}\n${startCommand}\n`, { mode: 0o700 })
  const runCommand = [
    builtPath('bin/orch-conformance.js'),
    'run',
    '--only',
    'agent.version.*',
    '--role',
    'node-agent',
  ]
  const argv = [process.execPath, ...runCommand, '--out', join(directory, 'out'), '--', agent]
  const { stderr } = await inPrivateMounts('mount -t tmpfs none /var/lib && exec "$@"', argv)
  return stderr
}

test.skipIf(!hasPrivateMounts)(
  'a run reports the changes that a node agent makes to the machine',
  async () => {
    expect(await testAgent('mkdir -p /var/lib/left')).toContain('files: /var/lib/left is new')
    expect(await testAgent(':')).not.toContain('/var/lib')
  },
)
