import type { Problems } from '../../../config/problems.ts'
import type { KeyedProvider, KeysConfig } from './fields.ts'
import type { FaultName } from '../../../quirks/names.ts'

/** Legal key lengths in bytes. */
const keyLengths: Readonly<Record<KeyedProvider, readonly number[]>> = {
  aescbc: [32],
  aesgcm: [16, 24, 32],
  secretbox: [32],
}

/** Checks the keys of a provider: encoding and lengths. */
export function validateKeys(
  provider: KeyedProvider,
  { keys = [] }: KeysConfig,
  path: string,
  problems: Problems,
): void {
  for (const [index, { secret = '' }] of keys.entries()) {
    const secretPath = `${path}.keys[${index}].secret`
    if (secret === '') continue
    if (!isBase64(secret)) problems.require(false, secretPath, 'must be base64', faultOfBase64(secret))
    else validateLength(provider, Buffer.from(secret, 'base64').length, index, secretPath, problems)
  }
}

function validateLength(
  provider: KeyedProvider,
  length: number,
  index: number,
  path: string,
  problems: Problems,
): void {
  const legalLengths = keyLengths[provider]
  // The message must not contain the secret.
  const message = `has ${length} bytes instead of ${legalLengths.join(' or ')}`
  if (legalLengths.includes(length)) {
    problems.forbid(true, path, `${provider}-key-of-${length as 32}-bytes-refused`)
    return
  }
  if (index > 0) problems.require(false, path, message, `${provider}-later-key-length-unchecked`)
  else if (length === 16 || length === 24) {
    problems.require(false, path, message, `${provider as 'aescbc'}-key-of-${length}-bytes-accepted`)
  } else problems.require(false, path, message, `${provider}-key-${lengthRange(length)}-accepted`)
}

function lengthRange(length: number): 'too-short' | 'between-16-and-24' | 'between-24-and-32' | 'too-long' {
  if (length < 16) return 'too-short'
  if (length > 32) return 'too-long'
  return length < 24 ? 'between-16-and-24' : 'between-24-and-32'
}

/** Returns the name of the fault that accepts this invalid base64. */
function faultOfBase64(text: string): FaultName {
  if (isBase64(text.replaceAll('-', '+').replaceAll('_', '/'))) return 'key-secret-url-alphabet-accepted'
  const paddedText = text + '='.repeat((4 - (text.length % 4)) % 4)
  return isBase64(paddedText) && text.length > 40 && !/^[0-9a-f]*$/.test(text)
    ? 'key-secret-unpadded-accepted'
    : 'key-secret-not-base64-accepted'
}

/** Reports whether a string is base64 in the standard alphabet with padding; line breaks are ignored. */
function isBase64(text: string): boolean {
  const withoutLineBreaks = text.replace(/[\r\n]/g, '')
  return withoutLineBreaks.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(withoutLineBreaks)
}
