import { expect, test } from 'vitest'
import { bodyOf, openKeyed, openKms } from './open.ts'
import { type KeyedProvider, kubernetesForm, orchForm } from '#harness/dialect/sealed-form.ts'

// Values that were created with other libraries: Python's cryptography, and an implementation of Salsa20.
const sealedBodies: Readonly<Record<KeyedProvider, string>> = {
  aesgcm:
    '6465666768696a6b6c6d6e6f293bad031a9b33ea1e163a90ae45059b62b16967ee4c9f17c9b6d820a6f58044cb877fc0db73eabe9730acf2',
  aescbc: 'c8c9cacbcccdcecfd0d1d2d3d4d5d6d70f7eb16f72272c667f74e24a0add3a866b320f550bb787e51182f2b23ecee6e5',
  secretbox:
    '32333435363738393a3b3c3d3e3f40414243444546474849ebd3350c4fd714999070415f5de3c4604f24229b9ab99712422364d2d4b8ad1004752255eac2165ef5fea89c',
}
const shortKeyBody =
  '6465666768696a6b6c6d6e6f7b423dc0b870dd8ebb4a3268f2ea448a10fb1792f789b13f9a08c5ffffe6f8611ec3f74a35c60fe2b4bc9537'
const seededBodies = {
  kubernetes:
    '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f6465666768696a6b6c6d6e6f9ee224bb37596c3e58a07412e39000e785524b5ffd0ed5ab69d9c71901f8f68970952844e579eaab8d65126c',
  orch: '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f6465666768696a6b6c6d6e6fcad720adf157caf5162e5653a307480850a9fbd5a1f54548714f7bf041a5745feb542561b753304ee42622b0',
}
const key = Uint8Array.from({ length: 32 }, (_, index) => index)
const secret = 'a secret text of some length'
const storageKey = '/registry/secrets/default/one'

const bytesOfHex = (text: string): Buffer => Buffer.from(text, 'hex')
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
const storedEntry = (prefix: string, body: Uint8Array): { key: string; value: Uint8Array } => ({
  key: storageKey,
  value: Buffer.concat([Buffer.from(prefix), body]),
})

const providers = Object.entries(sealedBodies) as [KeyedProvider, string][]

test.for(providers)('%s: a value is opened with its key', ([provider, body]) => {
  const entry = storedEntry(`k8s:enc:${provider}:v1:one:`, bytesOfHex(body))

  expect(text(openKeyed(kubernetesForm, { provider, name: 'one', key }, entry))).toBe(secret)
})

test('a value is opened with an AES-GCM key of 16 bytes', () => {
  const entry = storedEntry('orch:enc:aesgcm:v1:one:', bytesOfHex(shortKeyBody))
  const shortKey = { provider: 'aesgcm', name: 'one', key: key.subarray(0, 16) } as const

  expect(text(openKeyed(orchForm, shortKey, entry))).toBe(secret)
})

test.for(providers)('%s: a value cannot be opened with a different key', ([provider, body]) => {
  const entry = storedEntry(`orch:enc:${provider}:v1:one:`, bytesOfHex(body))
  const otherKey = { provider, name: 'one', key: key.map((byte) => byte ^ 1) }

  expect(() => openKeyed(orchForm, otherKey, entry)).toThrow(/decrypt|authenticate|another key/)
})

test.for(providers)('%s: a value of a key with a different name cannot be opened', ([provider, body]) => {
  const entry = storedEntry(`orch:enc:${provider}:v1:other:`, bytesOfHex(body))

  expect(() => openKeyed(orchForm, { provider, name: 'one', key }, entry)).toThrow('not orch:enc:')
})

const openingError = /too few|wrong final block|authenticate|another key/

test.for(providers)('%s: a value that is cut off is not opened', ([provider, body]) => {
  for (const length of [0, 8, 20, 40]) {
    const entry = storedEntry(`orch:enc:${provider}:v1:one:`, bytesOfHex(body).subarray(0, length))
    expect(() => openKeyed(orchForm, { provider, name: 'one', key }, entry)).toThrow(openingError)
  }
})

test('AES-GCM: a value that was moved to a different key of the store is not opened', () => {
  const entry = {
    ...storedEntry('orch:enc:aesgcm:v1:one:', bytesOfHex(sealedBodies.aesgcm)),
    key: `${storageKey}-moved`,
  }

  expect(() => openKeyed(orchForm, { provider: 'aesgcm', name: 'one', key }, entry)).toThrow('authenticate')
})

test('secretbox: a changed byte is detected', () => {
  const changedBody = bytesOfHex(sealedBodies.secretbox)
  changedBody[60] = (changedBody[60] ?? 0) ^ 1
  const entry = storedEntry('orch:enc:secretbox:v1:one:', changedBody)

  expect(() => openKeyed(orchForm, { provider: 'secretbox', name: 'one', key }, entry)).toThrow('changed')
})

test('a value in plaintext is rejected', () => {
  const label = { provider: 'aescbc', version: 'v1', name: 'one' } as const

  expect(() => bodyOf(kubernetesForm, label, Buffer.from('k8s\0plain'))).toThrow('the value begins with')
})

test('an envelope of version 1 is opened with the key decrypted by the plugin', async () => {
  const wrappedKey = Buffer.from('wrapped key')
  const envelopeBody = Buffer.concat([
    Uint8Array.of(0, wrappedKey.length),
    wrappedKey,
    bytesOfHex(sealedBodies.aesgcm),
  ])
  const calls: string[] = []
  const plugin = (encrypted: Uint8Array): Uint8Array => {
    calls.push(text(encrypted))
    return key
  }
  const label = { version: 'v1', name: 'plugin' } as const
  const openedBytes = await openKms(
    orchForm,
    label,
    storedEntry('orch:enc:kms:v1:plugin:', envelopeBody),
    plugin,
  )

  expect([text(openedBytes), calls]).toEqual([secret, ['wrapped key']])
})

test.for([
  ['k8s:enc:', kubernetesForm, seededBodies.kubernetes],
  ['orch:enc:', orchForm, seededBodies.orch],
] as const)(
  'an envelope of version 2 of %s is opened with the seed that the plugin decrypts',
  async ([mark, form, sealed]) => {
    const field = (number: number, bytes: Uint8Array): Buffer =>
      Buffer.concat([Uint8Array.of((number << 3) | 2, bytes.length), bytes])
    const envelopeBody = Buffer.concat([
      field(1, bytesOfHex(sealed)),
      field(2, Buffer.from('key 7')),
      field(3, Buffer.from('wrapped seed')),
      field(4, Buffer.concat([field(1, Buffer.from('a.example')), field(2, Buffer.from('note'))])),
      Uint8Array.of(5 << 3, 1),
    ])
    const calls: unknown[] = []
    const plugin = (encrypted: Uint8Array, keyId?: string): Uint8Array => {
      calls.push([text(encrypted), keyId])
      return key
    }
    const entry = storedEntry(`${mark}kms:v2:plugin:`, envelopeBody)
    const openedBytes = await openKms(form, { version: 'v2', name: 'plugin' }, entry, plugin)

    expect([text(openedBytes), calls]).toEqual([secret, [['wrapped seed', 'key 7']]])
  },
)

test.for([
  ['v1', Uint8Array.of()],
  ['v1', Uint8Array.of(0, 9, 1)],
  ['v2', Uint8Array.of()],
  ['v2', Buffer.from('no message')],
] as const)('a value that is not an envelope of %s is not opened', async ([version, body]) => {
  const entry = storedEntry(`orch:enc:kms:${version}:plugin:`, body)

  await expect(openKms(orchForm, { version, name: 'plugin' }, entry, () => key)).rejects.toThrow(
    /envelope|illegal tag/,
  )
})
