import { describe, expect, test } from 'vitest'
import type { EncryptionConfig, ProviderConfig } from '../config/encryption/fields.ts'
import { withFaults } from '../../testing/with-faults.ts'
import { KmsDouble } from '../testing/kms-double.ts'
import { makeEncryption } from './encryption.ts'

const secret = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64')
const none = {
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
    providers: providers.map((provider) => ({ ...none, ...provider })),
  })),
})
const key = '/registry/secrets/x/s'
const value = Buffer.from('{"data":"marker"}')
const secrets = (given: EncryptionConfig) => makeEncryption(given).transformerOf('', 'secrets')
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const kms = (url: string, more: object = {}): Partial<ProviderConfig> => ({
  kms: {
    apiVersion: undefined,
    name: 'plug',
    cachesize: undefined,
    endpoint: url,
    timeout: undefined,
    ...more,
  },
})

describe('providers with keys', () => {
  test.for(['aescbc', 'aesgcm', 'secretbox'] as const)(
    '%s hides the value and names the key',
    async (name) => {
      const transformer = secrets(config([['secrets'], { [name]: keys('one', 'two') }]))
      const stored = await transformer.toStorage(value, key)

      expect(text(stored)).toMatch(new RegExp(`^orch:enc:${name}:v1:one:`))
      expect(text(stored)).not.toContain('marker')
      expect(text(await transformer.fromStorage(stored, key))).toBe(text(value))
      expect(text(await transformer.toStorage(value, key))).not.toBe(text(stored))
    },
  )

  test('every provider reads, and the first one writes', async () => {
    const old = secrets(config([['secrets'], { aescbc: keys('old') }]))
    const stored = await old.toStorage(value, key)
    const both = config([
      ['secrets'],
      { aesgcm: keys('new') },
      { aescbc: keys('older', 'old') },
      { identity: {} },
    ])

    expect(text(await secrets(both).fromStorage(stored, key))).toBe(text(value))
    expect(text(await secrets(both).fromStorage(value, key))).toBe(text(value))
    expect(text(await secrets(both).toStorage(value, key))).toContain(':aesgcm:v1:new:')
    await expect(
      withFaults(['only-first-provider-reads'], () => secrets(both).fromStorage(stored, key)),
    ).rejects.toThrow('no provider')
    await expect(
      secrets(config([['secrets'], { aesgcm: keys('new') }])).fromStorage(stored, key),
    ).rejects.toThrow('no provider')
    await expect(
      secrets(config([['secrets'], { aesgcm: keys('new') }])).fromStorage(value, key),
    ).rejects.toThrow('no provider')
  })

  test('a key whose name is not recorded is found by trial', async () => {
    await withFaults(['aesgcm-key-name-not-stored'], async () => {
      const transformer = secrets(config([['secrets'], { aesgcm: keys('one') }]))
      const stored = await transformer.toStorage(value, key)

      expect(text(stored)).not.toContain('one')
      expect(text(await transformer.fromStorage(stored, key))).toBe(text(value))
    })
  })
})

describe('resources', () => {
  const chosen = async (given: EncryptionConfig, group: string, resource: string) => {
    const stored = await makeEncryption(given).transformerOf(group, resource).toStorage(value, key)
    return text(stored).split(':')[4]
  }

  test('earlier entries take precedence, and wildcards select their resources', async () => {
    const given = config(
      [['configmaps'], { identity: {} }],
      [['secrets', 'things.example.com'], { aesgcm: keys('named') }],
      [['*.'], { aesgcm: keys('core') }],
      [['*.example.com'], { aesgcm: keys('group') }],
    )

    expect(await chosen(given, '', 'configmaps')).toBeUndefined()
    expect(await chosen(given, '', 'secrets')).toBe('named')
    expect(await chosen(given, 'example.com', 'things')).toBe('named')
    expect(await chosen(given, '', 'pods')).toBe('core')
    expect(await chosen(given, 'example.com', 'others')).toBe('group')
    expect(await chosen(given, 'sub.example.com', 'others')).toBeUndefined()
    expect(await chosen(config([['*.*'], { aesgcm: keys('all') }]), 'any.where', 'x')).toBe('all')
  })
})

describe('plugins', () => {
  test('version 1 encrypts a key for each value and caches decrypted ones', async () => {
    await using plugin = await KmsDouble.start()
    const transformer = secrets(config([['secrets'], kms(plugin.url, { cachesize: 1 })]))
    const first = await transformer.toStorage(value, key)
    await transformer.toStorage(value, key)
    await transformer.fromStorage(first, key)
    await transformer.fromStorage(first, key)

    expect(text(first)).toMatch(/^orch:enc:kms:v1:plug:/)
    expect(plugin.asked).toEqual(['Version', 'Encrypt', 'Encrypt', 'Decrypt'])
  })

  test('a negative cache size disables the cache', async () => {
    await using plugin = await KmsDouble.start()
    const transformer = secrets(config([['secrets'], kms(plugin.url, { cachesize: -1 })]))
    const stored = await transformer.toStorage(value, key)
    await transformer.fromStorage(stored, key)
    await transformer.fromStorage(stored, key)

    expect(plugin.count('Decrypt')).toBe(2)
  })

  test('version 2 encrypts one seed, and another one for a new key', async () => {
    await using plugin = await KmsDouble.start()
    const encryption = makeEncryption(config([['secrets'], kms(plugin.url, { apiVersion: 'v2' })]))
    const transformer = encryption.transformerOf('', 'secrets')
    await expect.poll(() => plugin.count('Encrypt')).toBe(1)
    const stored = await transformer.toStorage(value, key)
    // Long enough not to occur in encrypted bytes by chance.
    plugin.keyId = 'the-second-key'
    const written = async () => text(await transformer.toStorage(value, key))
    await expect.poll(written, { timeout: 3000 }).toContain('the-second-key')
    encryption.close()

    expect(text(stored)).toContain('k1')
    expect(plugin.count('Encrypt')).toBe(2)
    const again = secrets(config([['secrets'], kms(plugin.url, { apiVersion: 'v2' })]))
    expect(text(await again.fromStorage(stored, key))).toBe(text(value))
    expect(plugin.count('Decrypt')).toBe(1)
  })

  test('a slow plugin times out, and nothing is stored unencrypted', async () => {
    await using plugin = await KmsDouble.start()
    plugin.delayMs = 400
    const transformer = secrets(config([['secrets'], kms(plugin.url, { timeout: 100 })]))

    await expect(transformer.toStorage(value, key)).rejects.toThrow(/DEADLINE/)
  })
})
