import * as v from 'valibot'
import { HarnessError } from '#harness/errors.ts'
import { nearest } from '#harness/nearest.ts'

/**
 * Reads a value that a script puts into a response: converts JSON into the value that the peer sends.
 * @param path path of the value in the script, for messages
 * @throws HarnessError `usage` for a field that the response does not have, or a value of another type
 */
export type ReadResponse = (value: unknown, path: string) => unknown

/** Readers of `merge` and `replace` of a script, by the name of the response. Without a reader, any JSON is sent. */
export type Shapes = Readonly<
  Record<string, { readonly merge?: ReadResponse; readonly replace?: ReadResponse } | undefined>
>

/**
 * Checks a `merge` of a JSON document against its schema, in which all members are optional; `null` removes a member.
 * `replace` still sends any document, so that a script can also send an invalid one.
 */
export function documentShape(schema: v.GenericSchema): { readonly merge: ReadResponse } {
  return {
    merge: (value, valuePath) => {
      const result = v.safeParse(schema, withoutNulls(value))
      if (result.success) return value
      const [firstIssue] = result.issues
      const path = v.getDotPath(firstIssue)
      const issuePath = path === null ? valuePath : `${valuePath}.${path}`
      if (firstIssue.expected === 'never')
        throw unknownField(issuePath, membersAt(schema, path?.split('.') ?? []))
      throw new HarnessError(
        'usage',
        `${issuePath}: ${firstIssue.message}. Use replace to send any document.`,
      )
    },
  }
}

/** Returns an error for a field that a response does not have, with the name of its most similar field. */
export function unknownField(
  path: string,
  knownNames: readonly string[],
  owner = 'the response',
): HarnessError {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const nearestName = nearest(name, knownNames)
  const hint = nearestName === undefined ? '' : ` Did you mean ${nearestName}?`
  return new HarnessError(
    'usage',
    `${path}: ${owner} has no field ${name}.${hint} It has ${knownNames.join(', ') || 'no fields'}.`,
  )
}

/** Returns the members of the object that contains a member. All but the last name of the path lead to the object. */
function membersAt(schema: unknown, [name = '', ...rest]: readonly string[]): readonly string[] {
  const { wrapped, entries } = schema as { readonly wrapped?: unknown; readonly entries?: object }
  if (wrapped !== undefined) return membersAt(wrapped, [name, ...rest])
  if (entries === undefined) return []
  return rest.length === 0 ? Object.keys(entries) : membersAt(Reflect.get(entries, name), rest)
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  )
}
