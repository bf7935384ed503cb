import * as v from 'valibot'
import { HarnessError, messageOf } from '#harness/errors.ts'
import { readInput } from '#harness/input/read.ts'
import { parseYaml } from '#harness/yaml/parse.ts'
import { peerScript } from './script-schema.ts'

/**
 * Returns the text of a script file.
 * @throws HarnessError `usage` for a file that cannot be read
 */
export function readScriptText(path: string): string {
  try {
    return readInput(path, 'script')
  } catch (thrown) {
    throw unreadableScript(path, thrown)
  }
}

/**
 * Returns the rules of a script.
 * @param path name of the script in messages
 * @throws HarnessError `usage` for an invalid script
 */
export function readScript(text: string, path: string): v.InferOutput<typeof peerScript> {
  let document: unknown
  try {
    document = parseYaml(text, path).value
  } catch (thrown) {
    throw unreadableScript(path, thrown)
  }
  const script = v.safeParse(peerScript, document)
  if (script.success) return script.output
  const [firstIssue] = script.issues
  throw new HarnessError(
    'usage',
    `${path}: ${v.getDotPath(firstIssue) ?? 'the script'}: ${firstIssue.message}. See schemas/peer-script.schema.json.`,
  )
}

function unreadableScript(path: string, cause: unknown): HarnessError {
  return new HarnessError('usage', `${path}: the script could not be read: ${messageOf(cause)}`, { cause })
}
