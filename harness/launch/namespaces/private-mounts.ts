import { join } from 'node:path'
import { writePrivate } from '../workspace.ts'

/** What a program may see and change of a machine's files without anybody else noticing. */
export interface PrivateMounts {
  /** `root` mounts as root; `user` in a user namespace, where the program takes itself for root. */
  readonly as: 'root' | 'user'
  /** Directories of the machine that are empty for the program; those that do not exist stay so. */
  readonly emptied: readonly string[]
  /** Files of the machine that have another content for the program, which may write to them. */
  readonly faked: Readonly<Record<string, string>>
  /** A directory below the workspace that becomes a file system of its own. */
  readonly own: string
  /** How many bytes of that file system are used before the program begins; default none. */
  readonly filled?: number | undefined
  /** Which version of cgroups the program finds; default that of the machine. Version 2 is for root only. */
  readonly cgroups?: 1 | 2 | undefined
}

const cgroupRoot = '/sys/fs/cgroup'

/** How many bytes the file system of its own holds. */
export const ownBytes = 64 * 1024 * 1024

// The program takes the shell's place, so its process id is that of the command. Notes of mounts, those of the program
// included, are kept out of /run, which all namespaces share.
const script = `
set -e
own=$1; shift
export LIBMOUNT_UTAB="$own.mounts"
mount -t tmpfs -o size=${ownBytes} none "$own"
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

/** The command that runs another one with mounts of its own; the machine keeps its files as they were. */
export function withPrivateMounts(
  command: readonly string[],
  directory: string,
  { as, emptied, faked, own, filled, cgroups }: PrivateMounts,
): readonly string[] {
  const fakes = Object.entries(faked).map(([path, content], index) => {
    const fake = join(directory, 'faked', String(index))
    writePrivate(fake, content)
    return `fake:${fake}:${path}`
  })
  const namespaces = as === 'root' ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  // What is no file system of cgroups counts as the directory of those of version 1.
  const cgroup = cgroups === undefined ? [] : [`${cgroups === 2 ? 'cgroup2' : 'empty'}:${cgroupRoot}`]
  const mounts = [join(directory, own), ...emptied.map((path) => `empty:${path}`), ...cgroup, ...fakes]
  if (filled !== undefined) mounts.push(`fill:${filled}`)
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
