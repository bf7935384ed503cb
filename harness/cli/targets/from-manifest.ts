import { HarnessError } from '../../errors.ts'
import { flagOf } from '../../flag-values.ts'
import { type Role, roleNames } from '../../roles.ts'
import { absoluteCommand } from '../../target/paths.ts'
import { writeNew } from './first-target.ts'
import { handOverAdvice, queryFlags } from './flag-query.ts'
import { type ManifestFlags, readManifests } from './manifest.ts'
import { argumentsFor, type BaseTarget, extendedTargetText, plainTargetText } from './manifest-target.ts'

/** Options for testing the flags of a manifest. */
export interface FromManifest {
  readonly manifest: string
  /** The program that is started with these flags, and its first arguments; unused with a target file. */
  readonly command: readonly string[]
  /** The target file that states how the program is started and takes flags, if any. */
  readonly base?: BaseTarget
  readonly role: Role
  /** The target file to write, if any. */
  readonly write?: string
}

// Flags by which the harness connects a program to its peers, that each check sets, or that exclude such a flag.
const harnessFlags = [
  'etcd-.*|tls-cert-file|tls-private-key-file|client-ca-file|secure-port|bind-address|advertise-address|cert-dir',
  'address|port|healthz-port|read-only-port|container-runtime-endpoint|kubeconfig|bootstrap-kubeconfig|config',
  'anonymous-auth|authentication-config|oidc-.*|authorization-mode|authorization-config|authorization-webhook-.*',
  'service-account-issuer|service-account-.*-file|service-account-signing-endpoint|api-audiences',
  'egress-selector-config-file|cgroups-per-qos|enforce-node-allocatable',
]
const harnessFlagPattern = new RegExp(`^--(?:${harnessFlags.join('|')})$`)

// Reports whether the value of a flag is a path, which exists only on the machine of the manifest.
const namesFile = (flag: string): boolean => /^[^=]+=\//.test(flag)

/** Reports whether a flag of a manifest can stay in a target file, because the harness gives none that excludes it. */
export function isKeepable(flag: string): boolean {
  return !harnessFlagPattern.test(flagOf(flag)) && !namesFile(flag)
}

/**
 * Shows which flags of a manifest a program does not accept, and writes a target file with the flags that
 * neither refer to files, connect the program to its peers, nor are set or excluded by checks.
 * @param print prints text for people
 * @returns whether the program accepts all flags
 * @throws HarnessError `config-fault` if the manifest has no flags for the role, the program prints no help, or the
 * target file exists
 */
export async function fromManifest(
  { manifest, command, base, role, write }: FromManifest,
  print: (text: string) => void,
): Promise<boolean> {
  const { flags } = flagsFor(role, await readManifests(manifest), manifest)
  const program = base?.program ?? { command: absoluteCommand(command, process.cwd()) }
  const flagResults = await queryFlags(role, program, flags)
  for (const { flag, result, line } of flagResults)
    if (result !== 'accepted') print(`${result === 'rejected' ? 'FAIL' : 'note'} ${flag}\n     ${line}\n`)
  const rejectedFlags = flagResults.filter(({ result }) => result === 'rejected')
  print(
    `${rejectedFlags.length === 0 ? 'ok  ' : 'FAIL'} the ${roleNames[role]} takes ${flags.length - rejectedFlags.length} of ${flags.length} flags of ${manifest}\n`,
  )
  if (base === undefined && rejectedFlags.length === flags.length) print(`     ${handOverAdvice}\n`)
  if (write === undefined) return rejectedFlags.length === 0
  const rejectedNames = new Set(rejectedFlags.map(({ flag }) => flag))
  const keptFlags = flags.filter((flag) => !rejectedNames.has(flag) && isKeepable(flag))
  const takesArguments = argumentsFor(program, keptFlags) !== undefined
  const text =
    base === undefined
      ? plainTargetText(write, role, program.command, keptFlags)
      : await extendedTargetText(base, role, keptFlags)
  writeNew(write, text)
  print(
    takesArguments
      ? `Wrote ${write} with ${keptFlags.length} flags; the others connect the program to its peers, name files of its machine, or are set or excluded by checks.\n`
      : `Wrote ${write} without the flags, because the command takes them in a file: add them to programs.${role}.flags.content.\n`,
  )
  return rejectedFlags.length === 0
}

function flagsFor(role: Role, manifestedPrograms: readonly ManifestFlags[], manifest: string): ManifestFlags {
  const roleManifest = manifestedPrograms.find((one) => one.role === role)
  if (roleManifest !== undefined) return roleManifest
  const roles = manifestedPrograms.map((one) => one.role).join(', ')
  throw new HarnessError(
    'config-fault',
    `--from-manifest ${manifest} has flags of ${roles}, and none of ${role}. Give --role.`,
  )
}
