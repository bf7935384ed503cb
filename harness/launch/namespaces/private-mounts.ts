import { join } from 'node:path'
import { writePrivate } from '../workspace.ts'

/** File-system view of a program, whose changes are invisible to the rest of the machine. */
export interface PrivateMounts {
  /** `root` mounts as root; `user` in a user namespace, where the program appears to be root. */
  readonly as: 'root' | 'user'
  /** Directories of the machine that are empty for the program; missing directories stay missing. */
  readonly emptyDirectories: readonly string[]
  /** Files of the machine that have different content for the program, which may write to them. */
  readonly replacedFiles: Readonly<Record<string, string>>
  /** Directory below the workspace that is a separate file system. */
  readonly separateDirectory: string
  /** Number of bytes in use on the file system of `own` before the program begins; default 0. */
  readonly filledBytes?: number | undefined
  /** Version of cgroups that the program finds; default: the version of the machine. Version 2 is for root only. */
  readonly cgroups?: 1 | 2 | undefined
}

const cgroupRoot = '/sys/fs/cgroup'

/** Size of the separate file system in bytes. */
export const mountBytes = 64 * 1024 * 1024

// The program replaces the shell, so that it has the process id of the command. Records of mounts, including mounts of
// the program, are kept out of /run, which all namespaces share.
const script = `
set -e
own=$1; shift
export LIBMOUNT_UTAB="$own.mounts"
mount -t tmpfs -o size=${mountBytes} none "$own"
while [ "$1" != -- ]; do
  case $1 in
    empty:*) [ ! -d "\${1#empty:}" ] || mount -t tmpfs none "\${1#empty:}" ;;
    fill:*) head -c "\${1#fill:}" /dev/zero > "$own/filler" ;;
    cgroup2:*) mount -t cgroup2 none "\${1#cgroup2:}" ;;
    fake:*) from=\${1#fake:}; [ ! -e "\${from#*:}" ] || mount --bind "\${from%%:*}" "\${from#*:}" ;;
  esac
  shift
done
shift
exec "$@"
`

/**
 * Wraps a command so that its program has private mounts; the files of the machine stay unchanged. Returns the new
 * command.
 */
export function withPrivateMounts(
  command: readonly string[],
  directory: string,
  { as, emptyDirectories, replacedFiles, separateDirectory, filledBytes, cgroups }: PrivateMounts,
): readonly string[] {
  const fakeFiles = Object.entries(replacedFiles).map(([path, content], index) => {
    const fakeFile = join(directory, 'faked', String(index))
    writePrivate(fakeFile, content)
    return `fake:${fakeFile}:${path}`
  })
  const namespaces = as === 'root' ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  // A directory that is no cgroup file system is treated as a file system of version 1.
  const cgroup = cgroups === undefined ? [] : [`${cgroups === 2 ? 'cgroup2' : 'empty'}:${cgroupRoot}`]
  const mounts = [
    join(directory, separateDirectory),
    ...emptyDirectories.map((path) => `empty:${path}`),
    ...cgroup,
    ...fakeFiles,
  ]
  if (filledBytes !== undefined) mounts.push(`fill:${filledBytes}`)
  return [
    'unshare',
    ...namespaces,
    '--propagation',
    'private',
    'sh',
    '-c',
    script,
    'sh',
    ...mounts,
    '--',
    ...command,
  ]
}
