import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestHandler } from 'msw'
import { HarnessError, messageOf } from '#harness/errors.ts'
import { nearest } from '#harness/nearest.ts'
import * as httpLies from './lies.ts'

/** What a user's module says: answers by name, and msw handlers that come before them. */
export interface Script<All extends object> {
  readonly answers: Partial<All>
  readonly handlers: readonly RequestHandler[]
}

/**
 * Reads a user's module. Its default export is an object of answers, or a function that makes one from the peer's lies
 * (`({ after, hangUp }) => ({ keys: hangUp })`); its member `handlers` may list msw handlers. Throws `usage` for
 * anything else.
 */
export async function loadScript<All extends object>(
  path: string | undefined,
  names: readonly (keyof All & string)[],
  lies: object = httpLies,
): Promise<Script<All>> {
  if (path === undefined) return { answers: {}, handlers: [] }
  const said = await defaultExport(path, lies)
  if (typeof said !== 'object' || said === null) {
    throw new HarnessError('usage', `${path}: export default an object of answers (${names.join(', ')}).`)
  }
  const { handlers = [], ...answers } = said as Record<string, unknown>
  if (!Array.isArray(handlers)) {
    throw new HarnessError('usage', `${path}: handlers must be a list of msw handlers.`)
  }
  for (const [name, answer] of Object.entries(answers)) {
    if (!(names as readonly string[]).includes(name)) {
      const near = nearest(name, [...names, 'handlers'])
      const hint = near === undefined ? `It gives ${names.join(', ')}.` : `Did you mean ${near}?`
      throw new HarnessError('usage', `${path}: the peer has no answer ${name}. ${hint}`)
    }
    if (typeof answer !== 'function') {
      throw new HarnessError('usage', `${path}: ${name} must be a function of the honest answer.`)
    }
  }
  return { answers: answers as Partial<All>, handlers: handlers as RequestHandler[] }
}

async function defaultExport(path: string, lies: object): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }
    return typeof module.default === 'function' ? await module.default(lies) : module.default
  } catch (thrown) {
    throw new HarnessError('usage', `${path}: the script could not be loaded: ${messageOf(thrown)}`, {
      cause: thrown,
    })
  }
}
