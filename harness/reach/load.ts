import * as v from 'valibot'
import { HarnessError } from '../errors.ts'
import { readJson } from '../input/json.ts'
import { reachFile, type ReachFile } from './schema.ts'

/**
 * Reads a recording, which lists the checks that reach each part of the code.
 * @throws HarnessError `config-fault` if the file is no recording
 */
export function loadReach(path: string): ReachFile {
  const shownName = `--since ${path}`
  const validation = v.safeParse(reachFile, readJson(path, 'reach'))
  if (!validation.success) {
    const [mistake] = validation.issues
    const place = (mistake.path ?? []).map(({ key }) => String(key)).join('.') || 'the file'
    throw new HarnessError(
      'config-fault',
      `${shownName} is no file of \`run --record-reach\`, and has not the form of schemas/reach.schema.json: ${place} ${mistake.message}`,
    )
  }
  const { checks = [], sets = [], files } = validation.output
  for (const [name, parts] of Object.entries(files))
    for (const part of parts)
      if (typeof part !== 'string' && sets[part[1]] === undefined)
        throw new HarnessError(
          'config-fault',
          `${shownName}: ${name} names the set ${part[1]}, and there are ${sets.length}.`,
        )
  if (new Set(checks.map(([id]) => id)).size < checks.length)
    throw new HarnessError('config-fault', `${shownName}: a check is listed twice.`)
  return validation.output
}
