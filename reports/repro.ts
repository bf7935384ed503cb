import type { HeaderEvent } from '#harness/events.ts'

// Options that choose other checks or only say where results go; a repeated run is better without them.
const dropped = new Set(['--only', '--out', '--shard', '--baseline', '--format', '--jobs', '--seed'])

/** The command line that runs one check again, against the same target, ready to paste into a shell. */
export function reproCommand(header: HeaderEvent, checkId: string): string {
  const end = header.argv.indexOf('--')
  const options = end === -1 ? header.argv : header.argv.slice(0, end)
  const command = end === -1 ? [] : header.argv.slice(end)
  const own = ['--seed', String(header.seed), '--only', checkId]
  return [header.tool.name, 'run', ...kept(options), ...own, ...command].map(quoted).join(' ')
}

/** The output directory that a run was told to use. */
export function outDirOf(header: HeaderEvent): string {
  const joined = header.argv.find((argument) => argument.startsWith('--out='))
  if (joined !== undefined) return joined.slice('--out='.length)
  const index = header.argv.indexOf('--out')
  return (index === -1 ? undefined : header.argv[index + 1]) ?? 'out'
}

function kept(options: readonly string[]): string[] {
  const kept: string[] = []
  const rest = options[0] === 'run' ? options.slice(1) : options
  for (let index = 0; index < rest.length; index += 1) {
    const option = rest[index] ?? ''
    if (!dropped.has(option.replace(/=.*/s, ''))) kept.push(option)
    else if (!option.includes('=')) index += 1
  }
  return kept
}

/** One argument as a POSIX shell takes it. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
