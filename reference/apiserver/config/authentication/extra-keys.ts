import { given } from '../../../config/decode.ts'
import type { Problems } from '../../../config/problems.ts'

const label = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?'
const subdomain = new RegExp(`^${label}(?:\\.${label})*$`)
// RFC 3986 pchar, and the slash between segments.
const pathCharacters = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})+$/

/** Applies the rules of ExtraMapping.key to the keys of one list. */
export function validateExtraKeys(
  keys: readonly (string | undefined)[],
  path: string,
  problems: Problems,
): void {
  for (const [index, key] of keys.entries()) {
    if (!given(key)) continue
    const at = `${path}[${index}].key`
    validateKey(key, at, problems)
    const isNear = index > 0 && keys[index - 1] === key
    const isEarlier = keys.slice(0, index).includes(key)
    const accepted = isNear ? 'extra-key-duplicate-accepted' : 'distant-extra-key-duplicate-accepted'
    problems.require(!isEarlier, at, 'used by an earlier entry', accepted)
  }
}

function validateKey(key: string, at: string, problems: Problems): void {
  const lower = key.toLowerCase()
  problems.require(key === lower, at, 'must be lower case', 'extra-key-upper-case-accepted')
  const slash = key.indexOf('/')
  if (slash < 0) {
    problems.require(false, at, 'must be a domain, a slash and a path', 'extra-key-without-path-accepted')
    return
  }
  const domain = lower.slice(0, slash)
  const rest = key.slice(slash + 1)
  problems.require(
    subdomain.test(domain) && domain.length <= 253,
    at,
    'must start with a valid subdomain',
    'extra-key-domain-unchecked',
  )
  problems.require(
    pathCharacters.test(rest),
    at,
    'must hold only URL path characters after the slash',
    'extra-key-path-unchecked',
  )
  problems.forbid(rest.includes('/'), at, 'extra-key-deep-path-refused')
  problems.forbid(rest.includes('@'), at, 'extra-key-at-sign-refused')
}
