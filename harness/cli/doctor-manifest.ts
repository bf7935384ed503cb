import { join } from 'node:path'
import { HarnessError } from '../errors.ts'
import { isRole } from '../roles.ts'
import { absoluteCommand } from '../target/paths.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import type { DoctorOptions } from './doctor.ts'
import type { RunScope } from './run.ts'
import { checkNoFile } from './targets/first-target.ts'
import { baseTarget, type BaseTarget } from './targets/manifest-target.ts'
import { isTargetFile } from './targets/target-for.ts'

// Options of the preflight, which follows only if a target file is written.
const preflightOptions = ['limit', 'jobs', 'out']

/**
 * Rejects options that the command would not use.
 * @param command the program after `--`, and its first arguments
 * @throws HarnessError `usage`
 */
export function checkDoctorOptions(
  { fromManifest, like, target, write, given = new Set() }: DoctorOptions,
  command: readonly string[] = [],
): void {
  if (like !== undefined && given.has('target'))
    throw new HarnessError(
      'usage',
      `--like ${like} and --target ${target} both name a target file. Give one of them.`,
    )
  if (fromManifest === undefined) return
  const unused = (option: string, advice: string): HarnessError =>
    new HarnessError('usage', `--from-manifest does not use --${option}. ${advice}`)
  if (given.has('program')) throw unused('program', 'Give the program after --.')
  if (given.has('target') && target === 'reference')
    throw unused('target reference', 'Give a program of Kubernetes after --, or a target file.')
  const preflightOption = preflightOptions.find((name) => given.has(name))
  if (write === undefined && preflightOption !== undefined)
    throw unused(preflightOption, 'It is for the preflight checks, which follow with --write FILE.')
  const isDescribed = like !== undefined || isTargetFile(target)
  if (isDescribed && command.length > 1)
    throw new HarnessError(
      'usage',
      `--from-manifest takes a program after --, without arguments, with ${like === undefined ? `--target ${target}` : `--like ${like}`}.`,
    )
  if (!isDescribed && command.length === 0)
    throw new HarnessError(
      'usage',
      `--from-manifest ${fromManifest} needs the program that is to start with these flags, after --.`,
    )
}

/**
 * Checks the flags of a manifest, and tests the wiring of the target file made from the manifest.
 * @param preflight tests the wiring of a target
 */
export async function manifestCommand(
  options: Omit<DoctorOptions, 'fromManifest'>,
  path: string,
  scope: RunScope,
  preflight: (options: DoctorOptions, scope: RunScope) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { write, like, role = 'apiserver', target, given: _given, ...rest } = options
  const { command = [], ...others } = scope
  if (!isRole(role)) throw new HarnessError('usage', `--role ${role}: there is no such role.`)
  if (write !== undefined) checkNoFile(write)
  const [executable] = absoluteCommand(command, process.cwd())
  const basePath = like === undefined ? target : join(scope.product.root, 'docs', 'targets', `${like}.yaml`)
  const base: BaseTarget | undefined =
    like !== undefined || isTargetFile(target) ? await baseTarget(basePath, role, executable) : undefined
  const { fromManifest } = await import('./targets/from-manifest.ts')
  const isAccepted = await fromManifest(
    { manifest: path, command, role, ...(base && { base }), ...(write !== undefined && { write }) },
    (text) => process.stdout.write(text),
  )
  const code =
    write === undefined ? exitCodes.conformant : await preflight({ ...rest, target: write }, others)
  return isAccepted ? code : exitCodes.configFault
}
