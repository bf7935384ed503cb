import { dialects } from './dialects.ts'
import { HarnessError } from '../errors.ts'
import { type Role, roleNames } from '../roles.ts'
import type { ProgramDescription } from './target.ts'

const servingFlags = ['--tls-cert-file', '--tls-private-key-file']

/** Flags without which the harness cannot connect a program to its peers, or reach it; in the documents' words. */
const requiredFlags: Readonly<Record<Role, readonly string[]>> = {
  apiserver: ['--secure-port', '--bind-address', '--etcd-servers', '--client-ca-file', ...servingFlags],
  'controller-manager': ['--config'],
  'cloud-controller-manager': ['--config'],
  'node-agent': ['--address', '--port', '--healthz-port', '--container-runtime-endpoint', '--orchconfig'],
  etcd: ['--data-dir', '--listen-client-urls'],
}

/**
 * Checks that a command does not set a flag that only the harness may set.
 * @throws HarnessError `config-fault` that names the flag
 */
export function verifyOwnFlags(
  role: Role,
  { ownFlags = [] }: ProgramDescription,
  { path, dialect }: { readonly path: string; readonly dialect: string },
): void {
  const neededFlag = requiredFlags[role]
    .map((flag) => dialects[dialect]?.word(flag) ?? flag)
    .find((flag) => ownFlags.includes(flag))
  if (neededFlag === undefined) return
  throw new HarnessError(
    'config-fault',
    `${path}: programs.${role}.ownFlags names ${neededFlag}, which the harness itself must give: by it the ${roleNames[role]} is led to its peers, or found. Let the command take it.`,
  )
}
