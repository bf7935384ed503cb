import { describe, expect, test } from 'vitest'
import type { EncryptionConfig, ProviderConfig } from '../config/encryption/fields.ts'
import { withFaults } from '../../testing/with-faults.ts'
import { KmsDouble } from '../testing/kms-double.ts'
import { makeEncryption } from './encryption.ts'

const secret = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64')
const noProviders = {
  aesgcm: undefined,
  aescbc: undefined,
  secretbox: undefined,
  identity: undefined,
  kms: undefined,
}
const keys = (...names: string[]) => ({
  keys: names.map((name) => ({ name, secret: secret(name.charCodeAt(0)) })),
})
const config = (
  ...entries: [names: string[], ...providers: Partial<ProviderConfig>[]][]
): EncryptionConfig => ({
  resources: entries.map(([resources, ...providers]) => ({
    resources,
    providers: providers.map((provider) => ({ ...noProviders, ...provider })),
  })),
})
const key = '/registry/secrets/x/s'
const value = Buffer.from('{"data":"marker"}')
const secretsTransformer = (encryptionConfig: EncryptionConfig) =>
  makeEncryption(encryptionConfig).transformerOf('', 'secrets')
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const kms = (url: string, settings: object = {}): Partial<ProviderConfig> => ({
  kms: {
    apiVersion: undefined,
    name: 'plug',
    cachesize: undefined,
    endpoint: url,
    timeout: undefined,
    ...settings,
  },
})

describe('providers with keys', () => {
  test.for(['aescbc', 'aesgcm', 'secretbox'] as const)(
    'the stored value of %s hides the content and contains the key name',
    async (name) => {
      const transformer = secretsTransformer(config([['secrets'], { [name]: keys('one', 'two') }]))
      const storedValue = await transformer.toStorage(value, key)

      expect(textOf(storedValue)).toMatch(new RegExp(`^orch:enc:${name}:v1:one:`))
      expect(textOf(storedValue)).not.toContain('marker')
      expect(textOf(await transformer.fromStorage(storedValue, key))).toBe(textOf(value))
      expect(textOf(await transformer.toStorage(value, key))).not.toBe(textOf(storedValue))
    },
  )

  test('every provider reads, and only the first provider writes', async () => {
    const oldTransformer = secretsTransformer(config([['secrets'], { aescbc: keys('old') }]))
    const storedValue = await oldTransformer.toStorage(value, key)
    const configWithBothKeys = config([
      ['secrets'],
      { aesgcm: keys('new') },
      { aescbc: keys('older', 'old') },
      { identity: {} },
    ])

    expect(textOf(await secretsTransformer(configWithBothKeys).fromStorage(storedValue, key))).toBe(
      textOf(value),
    )
    expect(textOf(await secretsTransformer(configWithBothKeys).fromStorage(value, key))).toBe(textOf(value))
    expect(textOf(await secretsTransformer(configWithBothKeys).toStorage(value, key))).toContain(
      ':aesgcm:v1:new:',
    )
    await expect(
      withFaults(['only-first-provider-reads'], () =>
        secretsTransformer(configWithBothKeys).fromStorage(storedValue, key),
      ),
    ).rejects.toThrow('no provider')
    await expect(
      secretsTransformer(config([['secrets'], { aesgcm: keys('new') }])).fromStorage(storedValue, key),
    ).rejects.toThrow('no provider')
    await expect(
      secretsTransformer(config([['secrets'], { aesgcm: keys('new') }])).fromStorage(value, key),
    ).rejects.toThrow('no provider')
  })

  test('a key without a recorded name is found by trial', async () => {
    await withFaults(['aesgcm-key-name-not-stored'], async () => {
      const transformer = secretsTransformer(config([['secrets'], { aesgcm: keys('one') }]))
      const storedValue = await transformer.toStorage(value, key)

      expect(textOf(storedValue)).not.toContain('one')
      expect(textOf(await transformer.fromStorage(storedValue, key))).toBe(textOf(value))
    })
  })
})

describe('resources', () => {
  const providerOf = async (encryptionConfig: EncryptionConfig, group: string, resource: string) => {
    const storedValue = await makeEncryption(encryptionConfig)
      .transformerOf(group, resource)
      .toStorage(value, key)
    return textOf(storedValue).split(':')[4]
  }

  test('earlier entries take precedence, and wildcards select their resources', async () => {
    const encryptionConfig = config(
      [['configmaps'], { identity: {} }],
      [['secrets', 'things.example.com'], { aesgcm: keys('named') }],
      [['*.'], { aesgcm: keys('core') }],
      [['*.example.com'], { aesgcm: keys('group') }],
    )

    expect(await providerOf(encryptionConfig, '', 'configmaps')).toBeUndefined()
    expect(await providerOf(encryptionConfig, '', 'secrets')).toBe('named')
    expect(await providerOf(encryptionConfig, 'example.com', 'things')).toBe('named')
    expect(await providerOf(encryptionConfig, '', 'pods')).toBe('core')
    expect(await providerOf(encryptionConfig, 'example.com', 'others')).toBe('group')
    expect(await providerOf(encryptionConfig, 'sub.example.com', 'others')).toBeUndefined()
    expect(await providerOf(config([['*.*'], { aesgcm: keys('all') }]), 'any.where', 'x')).toBe('all')
  })
})

describe('plugins', () => {
  test('version 1 encrypts a key for each value and caches decrypted keys', async () => {
    await using plugin = await KmsDouble.start()
    const transformer = secretsTransformer(config([['secrets'], kms(plugin.url, { cachesize: 1 })]))
    const firstValue = await transformer.toStorage(value, key)
    await transformer.toStorage(value, key)
    await transformer.fromStorage(firstValue, key)
    await transformer.fromStorage(firstValue, key)

    expect(textOf(firstValue)).toMatch(/^orch:enc:kms:v1:plug:/)
    expect(plugin.calledMethods).toEqual(['Version', 'Encrypt', 'Encrypt', 'Decrypt'])
  })

  test('a negative cache size disables the cache', async () => {
    await using plugin = await KmsDouble.start()
    const transformer = secretsTransformer(config([['secrets'], kms(plugin.url, { cachesize: -1 })]))
    const storedValue = await transformer.toStorage(value, key)
    await transformer.fromStorage(storedValue, key)
    await transformer.fromStorage(storedValue, key)

    expect(plugin.count('Decrypt')).toBe(2)
  })

  test('version 2 encrypts one seed per key of the plugin', async () => {
    await using plugin = await KmsDouble.start()
    const encryption = makeEncryption(config([['secrets'], kms(plugin.url, { apiVersion: 'v2' })]))
    const transformer = encryption.transformerOf('', 'secrets')
    await expect.poll(() => plugin.count('Encrypt')).toBe(1)
    const storedValue = await transformer.toStorage(value, key)
    // Long enough not to occur in encrypted bytes by chance.
    plugin.keyId = 'the-second-key'
    const writtenText = async () => textOf(await transformer.toStorage(value, key))
    await expect.poll(writtenText, { timeout: 3000 }).toContain('the-second-key')
    encryption.close()

    expect(textOf(storedValue)).toContain('k1')
    expect(plugin.count('Encrypt')).toBe(2)
    const newTransformer = secretsTransformer(config([['secrets'], kms(plugin.url, { apiVersion: 'v2' })]))
    expect(textOf(await newTransformer.fromStorage(storedValue, key))).toBe(textOf(value))
    expect(plugin.count('Decrypt')).toBe(1)
  })

  test('a slow plugin times out, and nothing is stored unencrypted', async () => {
    await using plugin = await KmsDouble.start()
    plugin.delayMs = 400
    const transformer = secretsTransformer(config([['secrets'], kms(plugin.url, { timeout: 100 })]))

    await expect(transformer.toStorage(value, key)).rejects.toThrow(/DEADLINE/)
  })
})
