import { expect, test, vi } from 'vitest'
import { withoutSignals, plain, runWrapped } from './wrapped-programs.ts'

vi.setConfig({ testTimeout: 180_000 })

const managers = ['controller-manager', 'cloud-controller-manager'] as const
const others = [...managers, 'node-agent'] as const

const starts = [
  'FAIL the controller manager starts and watches the mock API server',
  'FAIL the cloud controller manager starts and queries the mock cloud for a node',
  'FAIL the node agent starts, SIGTERM ends it and its command, and no process remains',
]
const ends = [
  'FAIL SIGTERM ends the controller manager and its command, and no process remains',
  'FAIL SIGTERM ends the cloud controller manager and its command, and no process remains',
  'FAIL the node agent starts, SIGTERM ends it and its command, and no process remains',
]

/** Returns a wrapper that removes some flags before the program starts. */
const without = (...flags: readonly string[]): string => `#!/bin/sh
for given; do shift; case $given in ${flags.map((flag) => `${flag}=*`).join('|')}) ;; *) set -- "$@" "$given" ;; esac; done
exec "$NODE" "$@"
`

test.concurrent.for([
  ['end at once', '#!/bin/sh\nexit 0\n', others, starts],
  [
    'do not reach their API server, cloud and container runtime',
    without('--kubeconfig', '--orchconfig', '--config', '--cloud-config', '--container-runtime-endpoint'),
    others,
    starts,
  ],
  ['do not forward SIGTERM', '#!/bin/sh\n"$NODE" "$@"\n', others, [...ends, 'these processes are left: ']],
  [
    'ignore their flags',
    withoutSignals,
    ['node-agent'],
    [
      'FAIL a refused start of the node agent ends its command, and its reason arrives',
      'its flags do not arrive',
    ],
  ],
] as const)('doctor reports managers and a node agent that %s', async ([, script, roles, lines]) => {
  const { code, stdout } = await runWrapped(script, plain, ['doctor', '--jobs', '1'], roles)

  for (const line of lines) expect(stdout).toContain(line)
  expect(code).toBe(3)
})

test.concurrent('doctor reports no fault of the managers and the node agent of the reference', async () => {
  const { code, stdout } = await runWrapped(
    '#!/bin/sh\nexec "$NODE" "$@"\n',
    plain,
    ['doctor', '--jobs', '1'],
    others,
  )

  expect(stdout).not.toContain('FAIL')
  expect(code).toBe(0)
})
