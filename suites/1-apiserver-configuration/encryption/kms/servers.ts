import { currentCheck, HarnessError, sharedByName } from '#kit'
import type { KmsRequest, KmsKeys, KmsPlugin } from '#mocks/kms-plugin/index.ts'
import type { ServerSpec } from '../../../shared/api-server.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { EncryptedServer, sharedStorage } from '../../../shared/encryption/servers.ts'
import { encryptionFile, stores, kmsFlags } from '../../../shared/encryption/configuration.ts'
import type { MarkedObject, ResourceType } from '../../../shared/encryption/marked-objects.ts'

/** Returns the providers of a resource, given the provider of its plugin. */
type Providers = (kms: object) => readonly object[]

/** Resource type whose objects a separate plugin encrypts. */
export interface KmsFixture {
  readonly type: ResourceType
  readonly version: 'v1' | 'newer'
  /** Fields of the provider in addition to its version, name and endpoint. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Keys of its plugin. Default: separate keys. */
  readonly keys?: () => KmsKeys
  /** Providers on the first server. Default: only the plugin. */
  readonly first?: Providers
  /** Providers on the second server. Default: only the plugin. */
  readonly second?: Providers
}

/** Plugin and resource type of a check. */
export interface KmsUse {
  readonly type: ResourceType
  /** Name of the plugin in the configuration. */
  readonly name: string
  plugin(): Promise<KmsPlugin>
  /** Returns the encrypt or decrypt calls of the plugin, without probes. */
  calls(method: 'Encrypt' | 'Decrypt'): Promise<readonly KmsRequest[]>
  /** Stores a new object through the first server. */
  create(): Promise<MarkedObject>
}

const places: NamedFixture[] = []
const plugins = sharedPlugins()
const storage = sharedStorage()

/** Two servers on one store, whose configurations name the plugins of all suites of the group. */
export const firstServer = new EncryptedServer(storage, [], () => specOf('first'))
export const secondServer = new EncryptedServer(storage, [], () => specOf('second'))

/**
 * Declares the resource types of a suite, each with a separate plugin.
 * @param suite prefix of the names of its plugins
 * @returns a function that returns the plugin and the resource type for a name
 */
export function kmsFixtures<Name extends string>(
  suite: string,
  fixtures: Readonly<Record<Name, KmsFixture>>,
): (name: Name) => KmsUse {
  const providerName = (name: string): string => `${suite}-${name}`
  const usesByName = new Map<string, KmsUse>()
  for (const [name, place] of Object.entries<KmsFixture>(fixtures)) {
    places.push({ ...place, name: providerName(name) })
    usesByName.set(name, kmsUseOf({ ...place, name: providerName(name) }))
  }
  return (name) => {
    const use = usesByName.get(name)
    if (use === undefined) throw new HarnessError('harness-fault', `There is no place ${name}.`)
    return use
  }
}

type NamedFixture = KmsFixture & { readonly name: string }

async function specOf(side: 'first' | 'second'): Promise<ServerSpec> {
  // A target that supports only one version of the interface is tested with this version.
  const availablePlaces = places.filter(({ version }) => version === 'v1' || newerVersion() !== undefined)
  const startedPlugins = await Promise.all(availablePlaces.map(({ name }) => plugins(name)))
  const entries = availablePlaces.map(({ type, name, version, fields, [side]: around = onlyKms }, index) => {
    const apiVersion = version === 'v1' ? 'v1' : newerVersion()
    const kms = { apiVersion, name, endpoint: startedPlugins[index]?.url, ...fields }
    return stores(type.resource, ...around({ kms }))
  })
  return {
    peers: startedPlugins,
    flags: {
      ...kmsFlags(),
      // Disables the watch cache, so that each read calls the plugin if its key is not cached.
      '--watch-cache': false,
      '--encryption-provider-config': encryptionFile(entries),
    },
  }
}

const onlyKms: Providers = (kms) => [kms]
const newerVersion = (): string | undefined => targetDialect().open['kms.apiVersion.newer']

function kmsUseOf({ type, name, version }: NamedFixture): KmsUse {
  const plugin = async (): Promise<KmsPlugin> => {
    currentCheck().needs('kms-plugin')
    if (version === 'newer') currentCheck().open('kms.apiVersion.newer')
    // A faulty plugin may keep a server from becoming ready.
    await Promise.all([firstServer.server(), secondServer.server()])
    return plugins(name)
  }
  return {
    type,
    name,
    plugin,
    calls: async (wanted) =>
      (await plugin()).journal.filter(({ method, probe }) => method === wanted && probe !== true),
    create: async () => {
      await plugin()
      return firstServer.create(type)
    },
  }
}

/** Plugins by name, each started by the first check that needs it. */
type Plugins = (name: string) => Promise<KmsPlugin>

function sharedPlugins(): Plugins {
  return sharedByName(
    async (wanted) => {
      const keys = places.find(({ name }) => name === wanted)?.keys?.()
      return (await import('#mocks/kms-plugin/index.ts')).startKmsPlugin(keys && { keys })
    },
    (plugin) => plugin.stop(),
  )
}
