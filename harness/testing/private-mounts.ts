import { execFile } from 'node:child_process'
import { hasAbility } from '../machine/abilities.ts'

const isRoot = hasAbility('mount-namespace')
const namespaces = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount']

/** True if this machine permits private mounts for its user. */
export const hasPrivateMounts = isRoot || hasAbility('user-namespace')

/** Runs a shell script, with its arguments, with private mounts. */
export function inPrivateMounts(
  script: string,
  argv: readonly string[],
): Promise<{ readonly code: number; readonly stderr: string }> {
  const unshareArguments = [...namespaces, '--propagation', 'private', 'sh', '-c', script, 'sh', ...argv]
  return new Promise((resolve) => {
    execFile('unshare', unshareArguments, (error, _, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr }),
    )
  })
}
