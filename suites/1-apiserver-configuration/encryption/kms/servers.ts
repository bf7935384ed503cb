import { currentCheck } from '#harness/check/context.ts'
import { sharedByName } from '#harness/check/shared.ts'
import { HarnessError } from '#harness/errors.ts'
import type { KmsAsked, KmsKeys, KmsPlugin } from '#mocks/kms-plugin/index.ts'
import type { ServerSpec } from '../../../shared/api-server.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { EncryptedServer, sharedStorage } from '../../../shared/encryption/servers.ts'
import { encryptionFile, stores, kmsFlags } from '../../../shared/encryption/configuration.ts'
import type { MarkedObject, ResourceType } from '../../../shared/encryption/marked-objects.ts'

/** The providers of a resource around its plugin's. */
type Providers = (kms: object) => readonly object[]

/** A resource type whose objects a plugin of its own encrypts. */
export interface KmsPlace {
  readonly type: ResourceType
  readonly version: 'v1' | 'newer'
  /** Fields of the provider beside its version, name and endpoint. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** What its plugin encrypts with; default keys of its own. */
  readonly keys?: () => KmsKeys
  /** The providers on the first server; default the plugin alone. */
  readonly first?: Providers
  /** The same for the second server. */
  readonly second?: Providers
}

/** A place as checks use it. */
export interface KmsUse {
  readonly type: ResourceType
  /** The plugin's name in the configuration. */
  readonly name: string
  plugin(): Promise<KmsPlugin>
  /** What the plugin was asked to encrypt or decrypt, but for what only tries it out. */
  calls(method: 'Encrypt' | 'Decrypt'): Promise<readonly KmsAsked[]>
  /** Stores a new object by the first server. */
  creates(): Promise<MarkedObject>
}

/** Two servers on one store, whose configurations name the same plugins. */
export interface KmsWorld<Place extends string> {
  readonly first: EncryptedServer
  readonly second: EncryptedServer
  readonly at: (place: Place) => KmsUse
}

export interface KmsSubject {
  readonly places: Readonly<Record<string, KmsPlace>>
  readonly rules: (world: KmsWorld<string>) => void
}

/** Declares a subject; its plugins stand on the same two servers as those of other subjects. */
export function kmsSubject<Place extends string>(
  places: Readonly<Record<Place, KmsPlace>>,
  rules: (world: KmsWorld<Place>) => void,
): KmsSubject {
  return { places, rules: rules as KmsSubject['rules'] }
}

/** Judges subjects on two servers, which start when the first check needs them. */
export function shareKms(subjects: Readonly<Record<string, KmsSubject>>): void {
  const places = Object.entries(subjects).flatMap(([subject, { places: own }]) =>
    Object.entries(own).map(([name, place]) => ({ ...place, name: `${subject}-${name}` })),
  )
  const plugins = sharedPlugins(places)
  const storage = sharedStorage()
  const server = (side: 'first' | 'second'): EncryptedServer =>
    new EncryptedServer(storage, [], () => specOf(places, plugins, side))
  const [first, second] = [server('first'), server('second')]
  for (const [subject, { rules }] of Object.entries(subjects)) {
    const at = (place: string): KmsUse => {
      const found = places.find(({ name }) => name === `${subject}-${place}`)
      if (found === undefined) throw new HarnessError('harness-fault', `There is no place ${place}.`)
      return useOf(found, plugins, [first, second])
    }
    rules({ first, second, at })
  }
}

type NamedPlace = KmsPlace & { readonly name: string }

async function specOf(
  places: readonly NamedPlace[],
  plugins: Plugins,
  side: 'first' | 'second',
): Promise<ServerSpec> {
  // A target that knows one version of the interface is still judged by it.
  const known = places.filter(({ version }) => version === 'v1' || newerVersion() !== undefined)
  const running = await Promise.all(known.map(({ name }) => plugins(name)))
  const entries = known.map(({ type, name, version, fields, [side]: around = alone }, index) => {
    const apiVersion = version === 'v1' ? 'v1' : newerVersion()
    const kms = { apiVersion, name, endpoint: running[index]?.url, ...fields }
    return stores(type.resource, ...around({ kms }))
  })
  return {
    peers: running,
    flags: {
      ...kmsFlags(),
      // Reads reach the store, so that each one tells whether a plugin was asked.
      '--watch-cache': false,
      '--encryption-provider-config': encryptionFile(entries),
    },
  }
}

const alone: Providers = (kms) => [kms]
const newerVersion = (): string | undefined => targetDialect().open['kms.apiVersion.newer']

function useOf(
  { type, name, version }: NamedPlace,
  plugins: Plugins,
  [first, second]: readonly [EncryptedServer, EncryptedServer],
): KmsUse {
  const plugin = async (): Promise<KmsPlugin> => {
    currentCheck().needs('kms-plugin')
    if (version === 'newer') currentCheck().open('kms.apiVersion.newer')
    // A plugin that lies may keep a server from becoming ready.
    await Promise.all([first.server(), second.server()])
    return plugins(name)
  }
  return {
    type,
    name,
    plugin,
    calls: async (wanted) =>
      (await plugin()).journal.filter(({ method, probe }) => method === wanted && probe !== true),
    creates: async () => {
      await plugin()
      return first.creates(type)
    },
  }
}

/** Plugins by their names, each started by the first that needs it. */
type Plugins = (name: string) => Promise<KmsPlugin>

function sharedPlugins(places: readonly NamedPlace[]): Plugins {
  return sharedByName(
    async (wanted) => {
      const keys = places.find(({ name }) => name === wanted)?.keys?.()
      return (await import('#mocks/kms-plugin/index.ts')).startKmsPlugin(keys && { keys })
    },
    (plugin) => plugin.stop(),
  )
}
