import { isFilled } from '../../../config/decode.ts'
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
    if (!isFilled(key)) continue
    const keyPath = `${path}[${index}].key`
    validateKey(key, keyPath, problems)
    const isAdjacentDuplicate = index > 0 && keys[index - 1] === key
    const isDuplicate = keys.slice(0, index).includes(key)
    const duplicateFault = isAdjacentDuplicate
      ? 'extra-key-duplicate-accepted'
      : 'distant-extra-key-duplicate-accepted'
    problems.require(!isDuplicate, keyPath, 'used by an earlier entry', duplicateFault)
  }
}

function validateKey(key: string, path: string, problems: Problems): void {
  const lowerCaseKey = key.toLowerCase()
  problems.require(key === lowerCaseKey, path, 'must be lower case', 'extra-key-upper-case-accepted')
  const slashIndex = key.indexOf('/')
  if (slashIndex < 0) {
    problems.require(false, path, 'must be a domain, a slash and a path', 'extra-key-without-path-accepted')
    return
  }
  const domain = lowerCaseKey.slice(0, slashIndex)
  const pathPart = key.slice(slashIndex + 1)
  problems.require(
    subdomain.test(domain) && domain.length <= 253,
    path,
    'must start with a valid subdomain',
    'extra-key-domain-unchecked',
  )
  problems.require(
    pathCharacters.test(pathPart),
    path,
    'must hold only URL path characters after the slash',
    'extra-key-path-unchecked',
  )
  problems.forbid(pathPart.includes('/'), path, 'extra-key-deep-path-refused')
  problems.forbid(pathPart.includes('@'), path, 'extra-key-at-sign-refused')
}
