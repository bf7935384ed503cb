import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { encryptionKind } from '../config/encryption/encryption.ts'
import { loadConfig } from '../config/load.ts'
import { fault } from '../../quirks/quirks.ts'
import { resources } from '../api/resource.ts'
import { type Encryption, makeEncryption, type PluginCheck } from './encryption.ts'

/** Milliseconds between checks of the file for changes. */
const pollMs = 500
/** Milliseconds for which a fault leaves data unencrypted after a change. */
const unencryptedMs = 2_000
/** Milliseconds for which the plugins of a replaced configuration may finish calls. */
const closeDelayMs = 10_000

/**
 * Reads the encryption file and, if the flag requires it, follows its changes. Throws a Refusal for an invalid file.
 */
export async function configureEncryption(
  file: string,
  flags: FlagValues,
  report: (problem: string) => void,
): Promise<Encryption> {
  let currentEncryption = makeEncryption(await loadConfig(file, encryptionKind))
  const initialEncryption = currentEncryption
  const reloads = flags.bool('encryption-provider-config-automatic-reload')
  if (reloads || fault('encryption-reload-without-flag')) {
    const useEncryption = (next: Encryption) => {
      const previousEncryption = currentEncryption
      setTimeout(() => previousEncryption.close(), closeDelayMs).unref()
      currentEncryption = next
      if (!fault('encryption-reload-plain-meanwhile')) return
      currentEncryption = makeEncryption({ resources: [] })
      setTimeout(() => (currentEncryption = next), unencryptedMs).unref()
    }
    watchFile(file, useEncryption, report)
  }
  return {
    transformerOf(group, resource) {
      const isKnown = resources.some(
        (knownResource) => knownResource.group === group && knownResource.resource === resource,
      )
      const keepsInitial =
        !isKnown &&
        currentEncryption !== initialEncryption &&
        fault('encryption-reload-skips-custom-resources')
      const isNewlyEncrypted =
        !initialEncryption.selects(group, resource) && fault('encryption-reload-skips-new-resources')
      const isNoLongerEncrypted =
        !currentEncryption.selects(group, resource) && fault('encryption-reload-keeps-removed-resources')
      return (
        keepsInitial || isNewlyEncrypted || isNoLongerEncrypted ? initialEncryption : currentEncryption
      ).transformerOf(group, resource)
    },
    selects: (group, resource) => currentEncryption.selects(group, resource),
    get pluginChecks(): readonly PluginCheck[] {
      return currentEncryption.pluginChecks
    },
    close: () => currentEncryption.close(),
  }
}

function watchFile(file: string, use: (next: Encryption) => void, report: (problem: string) => void): void {
  let readConfig = readConfiguration(file)
  let reloadCount = 0
  let isReading = false
  let isInvalid = false
  const knownDigests = new Set([readConfig?.digest])
  const poll = async () => {
    const newConfig = readConfiguration(file)
    if (isReading || newConfig === undefined || newConfig.digest === readConfig?.digest) return
    if (fault('encryption-reload-ignored')) return
    if (reloadCount > 0 && fault('encryption-reload-only-once')) return
    if (isInvalid && fault('encryption-reload-ends-at-invalid-file')) return
    if (knownDigests.has(newConfig.digest) && fault('encryption-reload-of-known-file-ignored')) return
    knownDigests.add(newConfig.digest)
    if (newConfig.inode !== readConfig?.inode && fault('encryption-reload-misses-replaced-file')) return
    readConfig = newConfig
    isReading = true
    try {
      use(makeEncryption(await loadConfig(file, encryptionKind)))
      reloadCount += 1
      report(`${file}: read again`)
    } catch (error) {
      isInvalid = true
      report(error instanceof Refusal ? error.message : String(error))
      if (fault('encryption-reload-of-invalid-file-applied')) use(makeEncryption({ resources: [] }))
    }
    isReading = false
  }
  setInterval(() => void poll(), pollMs).unref()
}

function readConfiguration(file: string): { readonly digest: string; readonly inode: number } | undefined {
  try {
    return {
      digest: createHash('sha256').update(readFileSync(file)).digest('hex'),
      inode: statSync(file).ino,
    }
  } catch {
    // A missing file is being replaced.
    return undefined
  }
}
