import { type EncryptionConfig, type ProviderConfig, keyedProviders } from '../config/encryption/fields.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Transformer } from '../storage/transformer.ts'
import { keyedSealers } from './keyed-sealers.ts'
import { KmsPlugin } from './kms-plugin.ts'
import { kmsV1Sealer } from './kms-v1.ts'
import { KmsV2Sealer } from './kms-v2.ts'
import { plainSealer, type Sealer } from './sealer.ts'
import { selectsResource } from './resource-selection.ts'
import { type Providers, transformerOfProviders } from './transform.ts'

/** Check of one plugin: resolves to its problem, or to undefined. */
export type PluginCheck = () => Promise<string | undefined>

/** Transformers and plugin checks that one EncryptionConfiguration defines. */
export interface Encryption {
  transformerOf(group: string, resource: string): Transformer
  /** Reports whether an entry selects a resource. */
  selects(group: string, resource: string): boolean
  /** One check for each plugin, in the order of the file. */
  readonly pluginChecks: readonly PluginCheck[]
  close(): void
}

/** Creates the providers of a valid configuration. */
export function makeEncryption({ resources = [] }: EncryptionConfig): Encryption {
  const plugins = new Plugins()
  const entries = resources.map(({ resources: names = [], providers = [] }) => ({
    names,
    identityFirst: providers[0]?.identity !== undefined,
    providers: providers.map((provider) => plugins.sealers(provider)),
  }))
  const identityTransformer = transformerOfProviders([[plainSealer]])
  const transformers = new Map<Providers, Transformer>(
    entries.map(({ providers }) => [providers, transformerOfProviders(providers)]),
  )
  const entriesFor = (group: string, resource: string) =>
    entries.filter(({ names, identityFirst }) => {
      const index = names.findIndex((text) => selectsResource(text, group, resource))
      return index === 0 || (index > 0 && !(identityFirst && fault('identity-exempts-first-resource-only')))
    })
  return {
    selects: (group, resource) => entriesFor(group, resource).length > 0,
    transformerOf(group, resource) {
      const matchingEntries = entriesFor(group, resource)
      const firstEntry = matchingEntries[0]
      const secondEntry = matchingEntries[1]
      if (firstEntry !== undefined && secondEntry !== undefined) {
        if (firstEntry.identityFirst && fault('identity-does-not-exempt')) {
          return transformers.get(secondEntry.providers) ?? identityTransformer
        }
        if (fault('later-entry-takes-precedence')) {
          return transformers.get(matchingEntries.at(-1)?.providers ?? []) ?? identityTransformer
        }
      }
      if (firstEntry === undefined) return identityTransformer
      if (plugins.areFewAndOneDead && fault('dead-kms-plugin-stops-all')) return pendingTransformer
      return fault('encryption-config-ignored')
        ? identityTransformer
        : (transformers.get(firstEntry.providers) ?? identityTransformer)
    },
    pluginChecks: plugins.checks,
    close: () => plugins.close(),
  }
}

const maxFaultyPlugins = 2

/** Transformer that a fault uses for a dead plugin: all reads and writes fail. */
const pendingTransformer: Transformer = {
  toStorage: () => Promise.reject(new Error('a plugin is dead')),
  fromStorage: () => Promise.reject(new Error('a plugin is dead')),
}

/** Plugins that the entries of a file name. */
class Plugins {
  readonly checks: PluginCheck[] = []
  readonly #closeCallbacks: (() => void)[] = []
  readonly #plugins: KmsPlugin[] = []

  /** True if there are few plugins and one of them is dead; used by a fault only. */
  get areFewAndOneDead(): boolean {
    return this.#plugins.length <= maxFaultyPlugins && this.#plugins.some(({ isDead }) => isDead)
  }

  sealers(provider: ProviderConfig): readonly Sealer[] {
    for (const name of keyedProviders) {
      const keyedProvider = provider[name]
      if (keyedProvider !== undefined) return keyedSealers(name, keyedProvider)
    }
    if (provider.kms !== undefined) return [this.#kms(provider.kms)]
    return [fault('identity-stores-encoded') ? encodingSealer : plainSealer]
  }

  close(): void {
    for (const close of this.#closeCallbacks) close()
  }

  #kms(config: NonNullable<ProviderConfig['kms']>): Sealer {
    const plugin = new KmsPlugin(config)
    this.#plugins.push(plugin)
    this.#closeCallbacks.push(() => plugin.close())
    const isV2 = config.apiVersion === 'v2' && !fault('kms-v2-spoken-as-v1')
    if (!isV2) {
      this.checks.push(() => problemOf(plugin.encryptV1(Buffer.from('ping'))))
      return kmsV1Sealer(config, plugin)
    }
    const sealer = new KmsV2Sealer(config, plugin)
    this.#closeCallbacks.push(() => sealer.close())
    this.checks.push(async () => sealer.problem)
    return sealer
  }
}

/** Sealer that a fault uses instead of identity: stored values differ from the written values. */
const encodingSealer: Sealer = {
  prefix: '',
  seal: async (plain) => Buffer.from(Buffer.from(plain).toString('base64')),
  open: async (stored) => Buffer.from(Buffer.from(stored).toString('latin1'), 'base64'),
}

async function problemOf(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
