import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../flags/refusal.ts'
import { fault } from '../quirks/quirks.ts'
import { selfSignedPair } from './self-signed.ts'

/**
 * Returns the pair of a name in a directory, and creates it when it is missing. Throws a Refusal when the directory
 * cannot be written.
 */
export function loadOrCreatePair(
  directory: string,
  name: string,
  names: readonly string[],
): { readonly cert: string; readonly key: string } {
  const [certFile, keyFile] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)]
  try {
    if (existsSync(certFile) && existsSync(keyFile) && !fault('generated-pair-replaced')) {
      return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    }
    const pair = selfSignedPair(`orch-${name}`, ['localhost', '127.0.0.1', '::1', ...names])
    mkdirSync(directory, { recursive: true })
    writeFileSync(certFile, pair.cert)
    writeFileSync(keyFile, pair.key, { mode: 0o600 })
    return pair
  } catch (cause) {
    throw new Refusal(`--cert-dir: ${directory} cannot be used (${(cause as NodeJS.ErrnoException).code})`)
  }
}
