// Options that choose other checks or only say where results go; a repeated run is better without them.
const dropped = new Set(['--only', '--out', '--shard', '--baseline', '--format', '--jobs', '--seed'])

/** A run, as far as it takes to run one of its checks again. */
export interface Reproducible {
  /** The name of the command. */
  readonly tool: string
  /** Its arguments. */
  readonly argv: readonly string[]
  readonly seed: number
}

/** The command line that runs one check again, against the same target, ready to paste into a shell. */
export function reproCommand(run: Reproducible, checkId: string): string {
  const end = run.argv.indexOf('--')
  const options = end === -1 ? run.argv : run.argv.slice(0, end)
  const command = end === -1 ? [] : run.argv.slice(end)
  const own = ['--seed', String(run.seed), '--only', checkId]
  return [run.tool, 'run', ...kept(options), ...own, ...command].map(quoted).join(' ')
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
