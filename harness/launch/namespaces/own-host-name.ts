// The program replaces the shell, so that it has the process id of the command.
const script = 'echo "$1" > /proc/sys/kernel/hostname; shift; exec "$@"'

/**
 * Wraps a command so that its program has a different host name, which only the program sees. Returns the new command.
 * @param as `root` if the harness is root; otherwise `user`, in a user namespace
 */
export function withHostName(
  command: readonly string[],
  name: string,
  as: 'root' | 'user' = process.getuid?.() === 0 ? 'root' : 'user',
): readonly string[] {
  const namespaces = as === 'root' ? ['--uts'] : ['--user', '--map-root-user', '--uts']
  return ['unshare', ...namespaces, 'sh', '-c', script, 'sh', name, ...command]
}
