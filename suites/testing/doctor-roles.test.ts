import { expect, test, vi } from 'vitest'
import { scriptWithoutFlags, plainProgram, runWrapped } from './wrapped-programs.ts'

vi.setConfig({ testTimeout: 180_000 })

const managerRoles = ['controller-manager', 'cloud-controller-manager'] as const
const allRoles = [...managerRoles, 'node-agent'] as const

const startFailures = [
  'FAIL the controller manager starts and watches the mock API server',
  'FAIL the cloud controller manager starts and queries the mock cloud for a node',
  'FAIL the node agent starts, SIGTERM ends it and its command, and no process remains',
]
const endFailures = [
  'FAIL SIGTERM ends the controller manager and its command, and no process remains',
  'FAIL SIGTERM ends the cloud controller manager and its command, and no process remains',
  'FAIL the node agent starts, SIGTERM ends it and its command, and no process remains',
]

/** Returns a wrapper that removes some flags before the program starts. */
const scriptDropping = (...flags: readonly string[]): string => `#!/bin/sh
for given; do shift; case $given in ${flags.map((flag) => `${flag}=*`).join('|')}) ;; *) set -- "$@" "$given" ;; esac; done
exec "$NODE" "$@"
`

test.concurrent.for([
  ['end at once', '#!/bin/sh\nexit 0\n', allRoles, startFailures],
  [
    'do not reach their API server, cloud and container runtime',
    scriptDropping(
      '--kubeconfig',
      '--orchconfig',
      '--config',
      '--cloud-config',
      '--container-runtime-endpoint',
    ),
    allRoles,
    startFailures,
  ],
  [
    'do not forward SIGTERM',
    '#!/bin/sh\n"$NODE" "$@"\n',
    allRoles,
    [...endFailures, 'these processes are left: '],
  ],
  [
    'ignore their flags',
    scriptWithoutFlags,
    ['node-agent'],
    [
      'FAIL a refused start of the node agent ends its command, and the harness receives the reason',
      'its flags do not arrive',
    ],
  ],
] as const)('doctor reports managers and a node agent that %s', async ([, script, roles, lines]) => {
  const { code, stdout } = await runWrapped(script, plainProgram, ['doctor', '--jobs', '1'], roles)

  for (const line of lines) expect(stdout).toContain(line)
  expect(code).toBe(3)
})

test.concurrent('doctor reports no fault of the managers and the node agent of the reference', async () => {
  const { code, stdout } = await runWrapped(
    '#!/bin/sh\nexec "$NODE" "$@"\n',
    plainProgram,
    ['doctor', '--jobs', '1'],
    allRoles,
  )

  expect(stdout).not.toContain('FAIL')
  expect(code).toBe(0)
})
