import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { Role } from '../dialect/dialect.ts'
import { dialects } from '../dialect/index.ts'
import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'
import { defaultLimits, type ProgramDescription, type Target } from './target.ts'

export interface TargetOptions {
  /** `reference`, `kubernetes` or the path of a target file. */
  readonly target: string
  /** `role=PATH` each. */
  readonly programs: readonly string[]
  /** A command that replaces the target's API server. */
  readonly command?: readonly string[]
  /** The bundled reference API server. */
  readonly reference: string
}

/** The implementation that a command line speaks of; every mistake is a usage error or a config fault. */
export async function findTarget(options: TargetOptions): Promise<Target> {
  const base = await baseTarget(options)
  const programs: Partial<Record<Role, ProgramDescription>> = { ...base.programs }
  for (const program of options.programs) {
    const [role, path] = splitProgram(program)
    programs[role] = { ...programs[role], command: [resolve(path)] }
  }
  if (options.command !== undefined && options.command.length > 0) {
    programs.apiserver = { ...programs.apiserver, command: options.command }
  }
  for (const [role, program] of Object.entries(programs)) verifyProgram(role, program)
  return { ...base, programs }
}

/** A program that cannot be started is found out before anything else is. */
function verifyProgram(role: string, { command: [file = ''] }: ProgramDescription): void {
  const wrong = file.includes('/')
    ? wrongWith(file)
    : findProgram(file) === undefined
      ? 'is not in PATH'
      : undefined
  if (wrong === undefined) return
  throw new HarnessError(
    'config-fault',
    `The ${role} program ${file} ${wrong}. Check programs.${role}.command in the target file, or --program ${role}=PATH.`,
  )
}

function wrongWith(path: string): string | undefined {
  if (!existsSync(path)) return 'does not exist'
  if (!statSync(path).isFile()) return 'is not a file'
  return isExecutable(path) ? undefined : 'is not executable (chmod +x)'
}

// It looks twice a second; what it ignores by a fault should not cost a minute to see.
const referenceReloadMs = 5_000

async function baseTarget(options: TargetOptions): Promise<Target> {
  if (options.target === 'reference') {
    const apiserver = { command: [process.execPath, options.reference] }
    // It asks an issuer again within a second.
    const limits = { ...defaultLimits, issuersMs: 5_000, reloadMs: referenceReloadMs }
    return { name: 'reference', dialect: 'orch', programs: { apiserver }, limits }
  }
  if (options.target !== 'kubernetes') {
    // What reads and checks these files takes longer to load than the rest of the command.
    const { loadTarget } = await import('./load.ts')
    return loadTarget(options.target)
  }
  const given = new Set(options.programs.map((program) => program.split('=')[0]))
  const roles = ['apiserver', 'controller-manager', 'cloud-controller-manager', 'node-agent'] as const
  const found = roles.flatMap((role) => {
    const name = dialects.kubernetes?.programs[role] ?? role
    const path = given.has(role) ? undefined : findProgram(name)
    return path === undefined ? [] : [[role, { command: [path] }] as const]
  })
  const programs = Object.fromEntries(found)
  if (programs.apiserver === undefined && !given.has('apiserver') && options.command === undefined) {
    throw new HarnessError(
      'config-fault',
      'Target kubernetes needs kube-apiserver, and it was found neither in KUBEBUILDER_ASSETS nor in PATH. Give --program apiserver=PATH.',
    )
  }
  return { name: 'kubernetes', dialect: 'kubernetes', programs, limits: defaultLimits }
}

function splitProgram(program: string): [Role, string] {
  const at = program.indexOf('=')
  const role = program.slice(0, Math.max(at, 0))
  const roles = Object.keys(dialects.orch?.programs ?? {})
  if (at <= 0 || !roles.includes(role)) {
    const near = nearest(role === '' ? program : role, roles)
    const hint = near === undefined ? `one of ${roles.join(', ')}` : `${near}?`
    throw new HarnessError('usage', `--program ${program}: give ROLE=PATH, where ROLE is ${hint}`)
  }
  return [role as Role, program.slice(at + 1)]
}

/** Where a program is, by the envtest convention and then by PATH. */
export function findProgram(name: string): string | undefined {
  const places = [process.env.KUBEBUILDER_ASSETS, ...(process.env.PATH ?? '').split(delimiter)]
  return places
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
