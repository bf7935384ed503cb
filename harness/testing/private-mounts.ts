import { execFile } from 'node:child_process'
import { hasAbility } from '../machine/abilities.ts'

const isRoot = hasAbility('mount-namespace')
const namespaces = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount']

/** Whether this machine lets its user have mounts that nobody else sees. */
export const hasPrivateMounts = isRoot || hasAbility('user-namespace')

/** Runs a shell script, with its arguments, whose mounts nobody else sees. */
export function inPrivateMounts(
  script: string,
  argv: readonly string[],
): Promise<{ readonly code: number; readonly stderr: string }> {
  const all = [...namespaces, '--propagation', 'private', 'sh', '-c', script, 'sh', ...argv]
  return new Promise((resolve) => {
    execFile('unshare', all, (error, _, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr }),
    )
  })
}
