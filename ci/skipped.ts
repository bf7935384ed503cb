#!/usr/bin/env node
// Lists the skipped tests of a vitest report, by file and reason: `skipped.js FILE`.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Reasons by file, for tests whose titles contain no reason such as `(needs one: set ETCD=path)`. */
const reasons: Readonly<Record<string, string>> = {
  '.browser.test.ts': 'no Chromium was found',
  'harness/cli/debugger.test.ts': 'gdb is not installed',
  'harness/cli/shortage.test.ts': 'the limit of open files is of the other kind',
  'harness/cli/changed-host.test.ts': 'no private mounts (needs root)',
  'harness/cli/full-disk.test.ts': 'no private mounts (needs root)',
  'own-host-name.test.ts': 'no private host names (needs root)',
  'harness/cli/pcap.test.ts': 'needs root, tcpdump and dumpcap',
  'handshake.test.ts': 'openssl is not installed',
  'junit.test.ts': 'python3 is not installed',
  'cosign.test.ts': 'cosign is not installed',
  'docs/peers.test.ts': 'needs python3, Jest or programs of Kubernetes',
  'docs/docs.test.ts': 'needs python3 or programs of Kubernetes',
  'docs/example/peers/': 'needs programs of Kubernetes',
  'mocks/api-server/differential.test.ts': 'needs programs of Kubernetes',
  'wrapped-programs.test.ts': 'needs root, or programs of Kubernetes',
  'suites/testing/distributions.test.ts': 'the wrappers of other distributions cannot add a flag',
}

/** Returns a line for each file and reason, with the number of skipped tests. */
export function skipLines({ testResults }: Report, root: string): string[] {
  const counts = new Map<string, number>()
  for (const { name, assertionResults } of testResults) {
    const file = relative(root, name)
    for (const { status, fullName } of assertionResults) {
      if (!['skipped', 'pending', 'todo', 'disabled'].includes(status)) continue
      const [, inTitle] = /\((needs[^)]*)\)/.exec(fullName) ?? []
      const reason = Object.entries(reasons).find(([part]) => file.includes(part))?.[1]
      const line = `${file}: ${inTitle ?? reason ?? 'no reason is known; name it in ci/skipped.ts'}`
      counts.set(line, (counts.get(line) ?? 0) + 1)
    }
  }
  return [...counts].map(([line, count]) => `${String(count).padStart(8)}  ${line}`).toSorted()
}

if (process.argv[1] === import.meta.filename) {
  const [path = ''] = process.argv.slice(2)
  const lines = skipLines(JSON.parse(readFileSync(path, 'utf8')) as Report, process.cwd())
  process.stdout.write(
    `\n${'skipped'.padStart(8)}  test file and reason\n${lines.join('\n') || '       0'}\n`,
  )
}
