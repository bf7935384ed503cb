import { readFileSync } from 'node:fs'
import { isMapping } from '../../config/decode.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

/** Line of a policy file: a subject and the permitted requests. An empty member matches only an empty string. */
export interface Policy {
  readonly user: string
  readonly group: string
  readonly readonly: boolean
  readonly apiGroup: string
  readonly namespace: string
  readonly resource: string
  readonly nonResourcePath: string
}

const textFields = ['user', 'group', 'apiGroup', 'namespace', 'resource', 'nonResourcePath'] as const

/**
 * Reads a file with a JSON object per line; skips blank lines and lines that start with `#`. Throws a Refusal that
 * names the line.
 */
export function readPolicies(file: string): readonly Policy[] {
  return readText(file)
    .split(/\r?\n/)
    .flatMap((line, index, lines) => {
      if (line.trim() === '' || line.trimStart().startsWith('#')) return []
      if (index === lines.length - 1 && fault('policy-line-without-break-ignored')) return []
      const policy = parse(line)
      if (typeof policy !== 'string') return [policy]
      if (fault('broken-policy-line-ignored')) return []
      throw new Refusal(`${file}: line ${index + 1} ${policy}`)
    })
}

/** Returns the policy of a line, or the problem with it. */
function parse(line: string): Policy | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return 'is no JSON'
  }
  if (!isMapping(value)) return 'is no object'
  if (value['apiVersion'] !== 'abac.authorization.orch.io/v1beta1' || value['kind'] !== 'Policy') {
    return 'is no Policy of abac.authorization.orch.io/v1beta1'
  }
  const { spec } = value
  if (!isMapping(spec)) return 'has no spec'
  const wrongField = textFields.find((name) => !['string', 'undefined'].includes(typeof spec[name]))
  if (wrongField !== undefined) return `has a spec whose ${wrongField} is no string`
  const text = (name: (typeof textFields)[number]) => {
    const fieldValue = spec[name]
    return typeof fieldValue === 'string' ? fieldValue : ''
  }
  return {
    user: text('user'),
    group: text('group'),
    readonly: spec['readonly'] === true,
    apiGroup: text('apiGroup'),
    namespace: text('namespace'),
    resource: text('resource'),
    nonResourcePath: text('nonResourcePath'),
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (fault('missing-policy-file-accepted')) return ''
    throw new Refusal(
      `--authorization-policy-file: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
    )
  }
}
