import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HarnessError, messageOf } from '#harness/errors.ts'
import { nearest } from '#harness/nearest.ts'
import type { MswHandler } from './msw-handler.ts'
import { answersOfFile, isScriptFile } from './script-file.ts'
import type { Shapes } from './shapes.ts'

/** Content of a user's module: responses by name, and msw handlers that run before them. */
export interface Script<All extends object> {
  readonly answers: Partial<All>
  readonly handlers: readonly MswHandler[]
}

/**
 * Reads a user's script: a file of rules (`schemas/peer-script.schema.json`), or a module. The default export of a
 * module is an object of responses, or a function that returns one from the peer's faults (`({ after, hangUp }) => ({
 * keys: hangUp })`); its member `handlers` may list msw handlers. Throws `usage` for anything else.
 */
export async function loadScript<All extends object>(
  path: string | undefined,
  names: readonly (keyof All & string)[],
  faults: object,
  shapes: Shapes = {},
): Promise<Script<All>> {
  if (path === undefined) return { answers: {}, handlers: [] }
  if (!existsSync(path)) throw new HarnessError('usage', `${path}: there is no such file.`)
  if (isScriptFile(path))
    return { answers: answersOfFile(path, names, faults, shapes) as Partial<All>, handlers: [] }
  const moduleExport = await defaultExport(path, faults)
  if (typeof moduleExport !== 'object' || moduleExport === null) {
    throw new HarnessError('usage', `${path}: export default an object of answers (${names.join(', ')}).`)
  }
  const { handlers = [], ...answers } = moduleExport as Record<string, unknown>
  if (!Array.isArray(handlers)) {
    throw new HarnessError('usage', `${path}: handlers must be a list of msw handlers.`)
  }
  for (const [name, answer] of Object.entries(answers)) {
    if (!(names as readonly string[]).includes(name)) {
      const nearestName = nearest(name, [...names, 'handlers'])
      const hint =
        nearestName === undefined ? `It gives ${names.join(', ')}.` : `Did you mean ${nearestName}?`
      throw new HarnessError('usage', `${path}: the peer has no answer ${name}. ${hint}`)
    }
    if (typeof answer !== 'function') {
      throw new HarnessError('usage', `${path}: ${name} must be a function of the honest answer.`)
    }
  }
  return { answers: answers as Partial<All>, handlers: handlers as MswHandler[] }
}

async function defaultExport(path: string, faults: object): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }
    return typeof module.default === 'function' ? await module.default(faults) : module.default
  } catch (thrown) {
    const lineNumber = lineNumberOf(thrown, path)
    const reason = `${messageOf(thrown).replace(/\.$/, '')}.`
    throw new HarnessError('usage', `${path}${lineNumber}: the script could not be loaded: ${reason}`, {
      cause: thrown,
    })
  }
}

/** Reads a script for a peer that does not use HTTP. Throws `usage` for msw handlers. */
export async function loadAnswers<All extends object>(
  path: string | undefined,
  names: readonly (keyof All & string)[],
  faults: object,
  shapes: Shapes = {},
): Promise<Partial<All>> {
  const { answers, handlers } = await loadScript<All>(path, names, faults, shapes)
  if (handlers.length > 0) {
    throw new HarnessError('usage', `${path}: this peer takes no msw handlers; it gives ${names.join(', ')}.`)
  }
  return answers
}

/** Returns the line of an error in the script, such as `:12`; an empty string if the line is unknown. */
function lineNumberOf(thrown: unknown, path: string): string {
  const file = resolve(path)
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const lineInFile = (text: string): string | undefined => text.split(file)[1]?.match(/^:(\d+)/)?.[1]
  const line = lineInFile(stack.replaceAll(pathToFileURL(file).href, file)) ?? lineInFile(syntaxErrors(file))
  return line === undefined ? '' : `:${line}`
}

// Returns the syntax errors of a module. Node reports the location of such an error only on a command line.
function syntaxErrors(file: string): string {
  return spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: checkLimitMs }).stderr
}

const checkLimitMs = 10_000
