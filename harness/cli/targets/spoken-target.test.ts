import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-spoken-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a program that prints this version. */
function writeProgram(version: string): string {
  const path = join(folder, version.replaceAll(/\W/g, '-'))
  writeFileSync(path, `#!/bin/sh\n[ "$1" != --version ] || echo '${version}'\n`)
  chmodSync(path, 0o755)
  return path
}

test.for([
  ['Kubernetes v1.34.9', [], true],
  ['Kubernetes v1.34.9', ['--target', 'reference'], false],
  ['orch-apiserver v1.0.0', [], false],
  ['k3s version v1.34.9+k3s1', [], false],
] as const)(
  'a command that prints %s, with the options %j, is tested as Kubernetes: %s',
  async ([version, options, isKubernetes]) => {
    const { stderr } = await runCli('plain', [
      'run',
      '--only',
      'plain.holds',
      ...options,
      '--',
      writeProgram(version),
    ])

    expect(stderr.includes(`The command prints "${version}", so it is tested as --target kubernetes.`)).toBe(
      isKubernetes,
    )
  },
)
