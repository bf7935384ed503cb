import { join, resolve } from 'node:path'
import { evidenceFolder } from './check/evidence-folder.ts'
import { absoluteCommand } from './target/paths.ts'

// Options that choose other checks or only say where results go; a repeated run is better without them.
const dropped = new Set([
  '--only',
  '--out',
  '--shard',
  '--baseline',
  '--max-failures',
  '--rerun-failed',
  '--format',
  '--jobs',
  '--seed',
  '--profile',
  '--otlp',
  '--key',
  '--make-key',
  '--valid-days',
  '--exclusions',
  '--run',
  '--patience',
  '--tries',
])
// The same, of those that take no value.
const droppedFlags = new Set(['--attach', '--keep', '--no-cut'])

/** A run, as far as it takes to run one of its checks again. */
export interface Reproducible {
  /** The name of the command. */
  readonly tool: string
  /** Its arguments. */
  readonly argv: readonly string[]
  readonly seed: number
}

/**
 * The command line that runs one check again, against the same target, ready to paste into a shell. Its results go beside
 * those of the run it came from, which somebody may still be looking at.
 */
export function reproCommand(run: Reproducible, checkId: string): string {
  const end = run.argv.indexOf('--')
  const options = end === -1 ? run.argv : run.argv.slice(0, end)
  const command = end === -1 ? [] : run.argv.slice(end)
  const out = join(outOf(options), 'repro', evidenceFolder(checkId))
  const own = ['--seed', String(run.seed), '--out', out]
  return ['npx', run.tool, 'repro', checkId, ...kept(options), ...own, ...command].map(quoted).join(' ')
}

/** What a command line of `run` says of the target, with its paths as they were meant. */
export function targetOptionsOf(argv: readonly string[], folder: string) {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  const values = (name: string): string[] =>
    options.flatMap((option, index) => {
      if (option.startsWith(`${name}=`)) return [option.slice(name.length + 1)]
      return option === name ? [options[index + 1] ?? ''] : []
    })
  const [target = 'reference'] = values('--target').slice(-1)
  const [role] = values('--role').slice(-1)
  const isFile = target.includes('/') || /\.ya?ml$/.test(target)
  return {
    target: isFile ? resolve(folder, target) : target,
    program: values('--program').map((one) =>
      one.replace(/=(.*)$/s, (_, path: string) => `=${resolve(folder, path)}`),
    ),
    limit: values('--limit'),
    out: outOf(options),
    seed: Number(values('--seed').at(-1) ?? 1),
    thorough: options.includes('--thorough'),
    ...(role !== undefined && { role }),
    command: end === -1 ? [] : absoluteCommand(argv.slice(end + 1), folder),
  }
}

/** The output directory that a command line names. */
export function outOf(argv: readonly string[]): string {
  const joined = argv.find((argument) => argument.startsWith('--out='))
  if (joined !== undefined) return joined.slice('--out='.length)
  const index = argv.indexOf('--out')
  return (index === -1 ? undefined : argv[index + 1]) ?? 'out'
}

/** The arguments of a run without some options, and with another output directory. */
export function argvFor(
  argv: readonly string[],
  { without, out }: { readonly without: readonly string[]; readonly out: string },
): string[] {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  return ['run', ...kept(options, new Set(without)), '--out', out, ...(end === -1 ? [] : argv.slice(end))]
}

/** The options that are not among those to be left out, which all have a value. */
function kept(options: readonly string[], leftOut: ReadonlySet<string> = dropped): string[] {
  const kept: string[] = []
  // What stands before the first option is the command, and what it is about.
  const first = options.findIndex((option) => option.startsWith('-'))
  const rest = first === -1 ? [] : options.slice(first)
  for (let index = 0; index < rest.length; index += 1) {
    const option = rest[index] ?? ''
    if (droppedFlags.has(option)) continue
    if (!leftOut.has(option.replace(/=.*/s, ''))) kept.push(option)
    else if (!option.includes('=')) index += 1
  }
  return kept
}

/** One argument as a POSIX shell takes it. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
