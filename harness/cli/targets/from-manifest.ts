import { basename, extname } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { type Role, roleNames } from '../../roles.ts'
import { absoluteCommand } from '../../target/paths.ts'
import { writeNew } from './first-target.ts'
import { queryFlags } from './flag-query.ts'
import { type ManifestFlags, readManifests } from './manifest.ts'

/** Options for testing the flags of a manifest. */
export interface FromManifest {
  readonly manifest: string
  /** The program that is started with these flags, and its first arguments. */
  readonly command: readonly string[]
  readonly role: Role
  /** The target file to write, if any. */
  readonly write?: string
}

// Flags by which the harness connects a program to its peers, or that each check sets.
const harnessFlagPattern =
  /^--(etcd-.*|tls-cert-file|tls-private-key-file|client-ca-file|secure-port|bind-address|advertise-address|cert-dir|address|port|healthz-port|container-runtime-endpoint|kubeconfig|bootstrap-kubeconfig|config|anonymous-auth|authorization-mode|service-account-issuer|api-audiences|egress-selector-config-file)$/

const nameOf = (flag: string): string => flag.split('=')[0] ?? flag
// Reports whether the value of a flag is a path, which exists only on the machine of the manifest.
const namesFile = (flag: string): boolean => /^[^=]+=\//.test(flag)

/**
 * Shows which flags of a manifest a program does not accept, and writes a target file with the flags that
 * neither refer to files, connect the program to its peers, nor are set by checks.
 * @param print prints text for people
 * @returns whether the program accepts all flags
 * @throws HarnessError `config-fault` if the manifest has no flags for the role, or the target file exists
 */
export async function fromManifest(
  { manifest, command, role, write }: FromManifest,
  print: (text: string) => void,
): Promise<boolean> {
  const { flags } = flagsFor(role, await readManifests(manifest), manifest)
  const absoluteWords = absoluteCommand(command, process.cwd())
  const flagResults = await queryFlags(absoluteWords, flags)
  for (const { flag, result, line = '' } of flagResults)
    if (result !== 'accepted') print(`${result === 'rejected' ? 'FAIL' : 'note'} ${flag}\n     ${line}\n`)
  const rejectedFlags = flagResults.filter(({ result }) => result === 'rejected')
  print(
    `${rejectedFlags.length === 0 ? 'ok  ' : 'FAIL'} the ${roleNames[role]} takes ${flags.length - rejectedFlags.length} of ${flags.length} flags of ${manifest}\n`,
  )
  if (write === undefined) return rejectedFlags.length === 0
  const rejectedNames = new Set(rejectedFlags.map(({ flag }) => flag))
  const usableFlags = flags.filter((flag) => !rejectedNames.has(flag))
  const keptFlags = usableFlags.filter((flag) => !harnessFlagPattern.test(nameOf(flag)) && !namesFile(flag))
  writeNew(write, targetText(write, role, absoluteWords, keptFlags))
  print(
    `Wrote ${write} with ${keptFlags.length} flags; the others connect the program to its peers, name files of its machine, or are set by checks.\n`,
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

function targetText(file: string, role: Role, command: readonly string[], flags: readonly string[]): string {
  const names = [...new Set(flags.map(nameOf))]
  const list = (values: readonly string[]): string =>
    `[${values.map((one) => JSON.stringify(one)).join(', ')}]`
  return [
    '# Written by doctor --from-manifest. docs/your-implementation.md describes all fields.\n',
    `name: ${JSON.stringify(basename(file, extname(file)))}\n`,
    'dialect: kubernetes\n',
    'programs:\n',
    `  ${role}:\n`,
    `    command: ${list(command)}\n`,
    ...(flags.length === 0
      ? []
      : [
          `    args: ${list(flags)}\n`,
          '    # Rules about these flags are not applicable. Remove a flag from both lists to have them tested.\n',
          `    ownFlags: ${list(names)}\n`,
        ]),
  ].join('')
}
