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
/** Milliseconds for which a defect leaves data unencrypted after a change. */
const plainMs = 2_000
/** Milliseconds for which the plugins of a replaced configuration may finish calls. */
const closeDelayMs = 10_000

/** Reads the encryption file and, if the flag requires it, follows its changes. Throws a Refusal. */
export async function configureEncryption(
  file: string,
  flags: FlagValues,
  report: (problem: string) => void,
): Promise<Encryption> {
  let current = makeEncryption(await loadConfig(file, encryptionKind))
  const initial = current
  const follows = flags.bool('encryption-provider-config-automatic-reload')
  if (follows || fault('encryption-reload-without-flag')) {
    const use = (next: Encryption) => {
      const before = current
      setTimeout(() => before.close(), closeDelayMs).unref()
      current = next
      if (!fault('encryption-reload-plain-meanwhile')) return
      current = makeEncryption({ resources: [] })
      setTimeout(() => (current = next), plainMs).unref()
    }
    watchFile(file, use, report)
  }
  return {
    transformerOf(group, resource) {
      const isKnown = resources.some((known) => known.group === group && known.resource === resource)
      const stays = !isKnown && current !== initial && fault('encryption-reload-skips-custom-resources')
      const isNew = !initial.selects(group, resource) && fault('encryption-reload-skips-new-resources')
      const isGone = !current.selects(group, resource) && fault('encryption-reload-keeps-removed-resources')
      return (stays || isNew || isGone ? initial : current).transformerOf(group, resource)
    },
    selects: (group, resource) => current.selects(group, resource),
    get pluginChecks(): readonly PluginCheck[] {
      return current.pluginChecks
    },
    close: () => current.close(),
  }
}

function watchFile(file: string, use: (next: Encryption) => void, report: (problem: string) => void): void {
  let current = readConfiguration(file)
  let taken = 0
  let busy = false
  let isBroken = false
  const known = new Set([current?.digest])
  const poll = async () => {
    const now = readConfiguration(file)
    if (busy || now === undefined || now.digest === current?.digest) return
    if (fault('encryption-reload-ignored')) return
    if (taken > 0 && fault('encryption-reload-only-once')) return
    if (isBroken && fault('encryption-reload-ends-at-invalid-file')) return
    if (known.has(now.digest) && fault('encryption-reload-of-known-file-ignored')) return
    known.add(now.digest)
    if (now.inode !== current?.inode && fault('encryption-reload-misses-replaced-file')) return
    current = now
    busy = true
    try {
      use(makeEncryption(await loadConfig(file, encryptionKind)))
      taken += 1
      report(`${file}: read again`)
    } catch (error) {
      isBroken = true
      report(error instanceof Refusal ? error.message : String(error))
      if (fault('encryption-reload-of-invalid-file-applied')) use(makeEncryption({ resources: [] }))
    }
    busy = false
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
