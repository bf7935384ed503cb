import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path'
import { kubernetes } from '../dialect/kubernetes/index.ts'
import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'
import { isRole, judgedRoles, type Role, roles } from '../roles.ts'
import { parseLimits } from './limits.ts'
import { absoluteCommand } from './paths.ts'
import { defaultLimits, type ProgramDescription, type Target } from './target.ts'

/** Options of a command line about the implementation. */
export interface TargetOptions {
  /** `reference`, `kubernetes` or the path of a target file. */
  readonly target: string
  /** Programs, each in the form `role=PATH`. */
  readonly programs: readonly string[]
  /** Command that is tested instead of the target's programs. */
  readonly command?: readonly string[]
  /** Role of the command; default apiserver. */
  readonly role?: string
  /** Limits in the form `NAME=TIME`, which override the limits of the target. */
  readonly limits?: readonly string[]
  /** Bundled reference programs. */
  readonly references: References
}

/** Paths of the bundled reference programs that exist. */
export type References = Readonly<Partial<Record<Role, string>>>

/** Returns the implementation of a command line; every mistake is a usage error or a config fault. */
export async function findTarget(options: TargetOptions): Promise<Target> {
  const base = await baseTarget(options)
  const role = givenRole(options)
  const programs: Partial<Record<Role, ProgramDescription>> = { ...base.programs }
  for (const program of options.programs) {
    const [role, path] = splitProgram(program)
    // The description of the reference is only valid for the reference.
    const description = options.target === 'reference' ? {} : programs[role]
    programs[role] = { ...description, command: [resolve(path)] }
  }
  const [file, ...args] = options.command ?? []
  if (file === '') throw new HarnessError('usage', 'The command after -- is empty. Give a program.')
  if (file !== undefined) {
    // A command that the user gave selects its program alone, without the description of the target.
    for (const otherRole of judgedRoles) if (otherRole !== role) delete programs[otherRole]
    programs[role] = { command: absoluteCommand([file, ...args], process.cwd()) }
  }
  for (const knownRole of roles) {
    const program = programs[knownRole]
    if (program !== undefined) verifyProgram(knownRole, program)
  }
  if (judgedRoles.every((judged) => programs[judged] === undefined)) throw noProgramError(base)
  const limits = { ...base.limits, ...parseLimits(options.limits ?? []) }
  return { ...base, name: nameOf(base, options), programs, limits }
}

// Bundled targets; no other target has one of these names.
const bundledTargets: ReadonlySet<string> = new Set(['reference', 'kubernetes'])

/** Returns the name of a target: the bundled reference loses its name if the command line replaces a program. */
function nameOf({ name }: Target, { command = [], programs }: TargetOptions): string {
  const replacementPath = programs.map(splitProgram).find(([role]) => role !== 'etcd')?.[1]
  const [commandFile] = [
    ...command,
    ...(name === 'reference' && replacementPath !== undefined ? [replacementPath] : []),
  ]
  if (commandFile === undefined) return name
  return bundledTargets.has(basename(commandFile)) ? commandFile : basename(commandFile)
}

function givenRole({ role = 'apiserver', command = [] }: TargetOptions): Role {
  if (!isRole(role) || role === 'etcd') {
    const suggestion = nearest(role, judgedRoles)
    const hint =
      suggestion === undefined ? `Valid: ${judgedRoles.join(', ')}.` : `Did you mean ${suggestion}?`
    throw new HarnessError('usage', `--role ${role}: there is no such role. ${hint}`)
  }
  if (command.length === 0 && role !== 'apiserver')
    throw new HarnessError('usage', `--role ${role} needs a command after --.`)
  return role
}

function noProgramError({ name }: Target): HarnessError {
  const wantedFields = judgedRoles.map((role) => `programs.${role}`).join(', ')
  return new HarnessError(
    'config-fault',
    name === 'kubernetes'
      ? `Target kubernetes found no program: ${judgedRoles.map((role) => kubernetes.programs[role].file).join(', ')} are neither in KUBEBUILDER_ASSETS nor in PATH. Give --program ROLE=PATH.`
      : `Target ${name} describes no program under test: set one of ${wantedFields}.`,
  )
}

/** Detects a program that cannot be started before anything else. */
function verifyProgram(role: Role, { command: [file = ''] }: ProgramDescription): void {
  const problem = file.includes('/')
    ? commandProblem(file)
    : findProgram(file) === undefined
      ? 'is not in PATH'
      : undefined
  if (problem === undefined) return
  throw new HarnessError(
    'config-fault',
    `The ${role} program ${file} ${problem}. Check programs.${role}.command in the target file, or --program ${role}=PATH.`,
  )
}

function commandProblem(path: string): string | undefined {
  if (!existsSync(path)) return 'does not exist'
  if (!statSync(path).isFile()) return 'is not a file'
  if (!isExecutable(path)) return 'is not executable (chmod +x)'
  return isProgram(path) ? undefined : 'is not executable on this machine: neither a binary nor a script'
}

const headerBytes = 512
const magicNumbers = ['7f454c46', '2321', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '4d5a']

/**
 * Reports whether a file looks like a program or a text: systems pass any other file to a shell, which prints confusing
 * messages.
 */
function isProgram(path: string): boolean {
  const firstBytes = Buffer.alloc(headerBytes)
  let length: number
  try {
    const file = openSync(path, 'r')
    length = readSync(file, firstBytes, 0, headerBytes, 0)
    closeSync(file)
  } catch {
    // A program may be executable without being readable.
    return true
  }
  const content = firstBytes.subarray(0, length)
  return magicNumbers.some((magic) => content.toString('hex').startsWith(magic)) || isText(content)
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && !new TextDecoder().decode(bytes, { stream: true }).includes('\ufffd')
}

// Time limit of a reload by the reference, which reads files twice a second.
const referenceReloadMs = 5_000

// Node parses 140 certificates of public authorities before its first TLS connection, which is a tenth of the time of a
// start. The reference trusts none of them.
const referenceEnv = { NODE_OPTIONS: '--use-openssl-ca' }

async function baseTarget(options: TargetOptions): Promise<Target> {
  if (options.target === 'reference') {
    const programs = Object.fromEntries(
      Object.entries(options.references).map(([role, path]) => [
        role,
        { command: [process.execPath, path], env: referenceEnv },
      ]),
    )
    // The reference queries an issuer again within a second.
    const limits = { ...defaultLimits, issuersMs: 5_000, reloadMs: referenceReloadMs }
    return { name: 'reference', dialect: 'orch', programs, limits }
  }
  if (options.target !== 'kubernetes') {
    // The code that reads and validates these files takes longer to load than the rest of the command.
    const { loadTarget } = await import('./load.ts')
    return loadTarget(options.target)
  }
  const givenRoles = new Set(options.programs.map((program) => program.split('=')[0]))
  const foundPrograms = judgedRoles.flatMap((role) => {
    const path = givenRoles.has(role) ? undefined : findProgram(kubernetes.programs[role].file)
    return path === undefined ? [] : [[role, { command: [path] }] as const]
  })
  return {
    name: 'kubernetes',
    dialect: 'kubernetes',
    programs: Object.fromEntries(foundPrograms),
    limits: defaultLimits,
  }
}

function splitProgram(program: string): [Role, string] {
  const separatorIndex = program.indexOf('=')
  const role = program.slice(0, Math.max(separatorIndex, 0))
  if (separatorIndex <= 0 || !isRole(role)) {
    const suggestion = nearest(role === '' ? program : role, roles)
    const hint = suggestion === undefined ? `one of ${roles.join(', ')}` : `${suggestion}?`
    throw new HarnessError('usage', `--program ${program}: give ROLE=PATH, where ROLE is ${hint}`)
  }
  return [role, program.slice(separatorIndex + 1)]
}

/** Returns the path of a program, by the envtest convention and then by PATH. */
export function findProgram(name: string): string | undefined {
  const searchFolders = [process.env.KUBEBUILDER_ASSETS, ...(process.env.PATH ?? '').split(delimiter)]
  return searchFolders
    .filter((place): place is string => place !== undefined && isAbsolute(place))
    .map((place) => join(place, name))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
