// The program takes the shell's place, so its process id is that of the command.
const script = 'echo "$1" > /proc/sys/kernel/hostname; shift; exec "$@"'

/**
 * The command that runs another one on a host of another name, as the program sees it.
 * @param as `root` where the harness is root; otherwise `user`, in a user namespace
 */
export function withHostName(
  command: readonly string[],
  name: string,
  as: 'root' | 'user' = process.getuid?.() === 0 ? 'root' : 'user',
): readonly string[] {
  const namespaces = as === 'root' ? ['--uts'] : ['--user', '--map-root-user', '--uts']
  return ['unshare', ...namespaces, 'sh', '-c', script, 'sh', name, ...command]
}
