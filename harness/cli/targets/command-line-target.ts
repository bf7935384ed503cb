import { programsOf } from '../../launch/version-query.ts'
import { startReaper } from '../../reaper/start.ts'
import { isRole } from '../../roles.ts'
import { absoluteCommand } from '../../target/paths.ts'

/** Target options of a command line, and the command after `--`. */
interface TargetArguments {
  readonly target: string
  readonly role?: string
}

/**
 * Selects the target `kubernetes` for a command that prints `Kubernetes v…` for `--version`, unless a target is given:
 * the names of its flags and files differ from the documents.
 * @param isGiven whether the command line names a target
 * @param log receives a line for the user
 */
export async function detectTarget<Options extends TargetArguments>(
  options: Options,
  command: readonly string[],
  isGiven: boolean,
  log: (line: string) => void,
): Promise<Options> {
  const { role = 'apiserver' } = options
  if (command.length === 0 || command[0] === '' || isGiven || !isRole(role)) return options
  const programs = { [role]: { command: absoluteCommand(command, process.cwd()) } }
  const [program] = await runGuarded(() =>
    programsOf({ dialect: 'orch', programs }, new AbortController().signal),
  )
  if (program?.version === undefined || !/^Kubernetes v\d/.test(program.version)) return options
  log(
    `The command prints "${program.version}", so it is tested as --target kubernetes. --target reference tests it with the names of the documents.`,
  )
  return { ...options, target: 'kubernetes' }
}

/** Runs a task that starts programs before the run, and removes everything that they leave. */
async function runGuarded<T>(task: () => Promise<T>): Promise<T> {
  const { TMPDIR: originalTmpDir } = process.env
  const { directory, running } = startReaper()
  process.env.TMPDIR = directory
  const reaper = await running
  try {
    return await task()
  } finally {
    if (originalTmpDir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = originalTmpDir
    await reaper.finish()
  }
}
