import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { existsSync } from 'node:fs'
import { grpcClient } from '../grpc/client.ts'
import * as v1 from '#protos/kms/v1beta1_pb.ts'
import * as v2 from '#protos/kms/v2_pb.ts'
import {
  after,
  fail,
  garbage,
  hangUp,
  type KmsPlugin,
  onEveryCall,
  startKmsPlugin,
  unhealthy,
} from './index.ts'

const secret = Buffer.from('a data encryption key of 32 byte')
const ping = Buffer.from('ping')

let kms: KmsPlugin
let one: ReturnType<typeof connect>

function connect(url: string) {
  return { v1: grpcClient(v1.KeyManagementService, url), v2: grpcClient(v2.KeyManagementService, url) }
}

beforeEach(async () => {
  kms = await startKmsPlugin()
  one = connect(kms.url)
})
afterEach(async () => {
  one.v1.close()
  one.v2.close()
  await kms.stop()
})

const sealed = async () => {
  const { $typeName: _, ...answer } = await one.v2.encrypt({ plaintext: secret, uid: 'u1' })
  return answer
}

describe('an honest plugin', () => {
  test('v2: decrypts its own ciphertexts and reports the key', async () => {
    const { ciphertext, keyId, annotations } = await sealed()
    const opened = await one.v2.decrypt({ ciphertext, keyId, annotations, uid: 'u2' })

    expect(Buffer.from(opened.plaintext)).toEqual(secret)
    expect(await one.v2.status({})).toMatchObject({ version: 'v2', healthz: 'ok', keyId })
    expect(ciphertext.length).toBeLessThanOrEqual(1024)
    expect(Buffer.from(ciphertext).includes(secret)).toBe(false)
  })

  test('v1: decrypts its own ciphertexts on the same socket', async () => {
    const { cipher } = await one.v1.encrypt({ version: 'v1beta1', plain: secret })

    expect(Buffer.from((await one.v1.decrypt({ version: 'v1beta1', cipher })).plain)).toEqual(secret)
    expect((await one.v1.version({ version: 'v1beta1' })).version).toBe('v1beta1')
  })

  test('decrypts ciphertexts of an older key until that key is removed', async () => {
    const old = await sealed()
    const { cipher } = await one.v1.encrypt({ plain: secret })
    kms.keys.rotate()

    expect((await one.v2.status({})).keyId).toBe('key-2')
    expect(Buffer.from((await one.v2.decrypt(old)).plaintext)).toEqual(secret)
    expect(Buffer.from((await one.v1.decrypt({ cipher })).plain)).toEqual(secret)
    kms.keys.forget('key-1')
    await expect(one.v2.decrypt(old)).rejects.toMatchObject({ code: 5 })
    await expect(one.v1.decrypt({ cipher })).rejects.toMatchObject({ code: 5 })
  })

  test('rejects ciphertexts that it did not create', async () => {
    await expect(one.v2.decrypt({ ciphertext: secret, keyId: 'key-1' })).rejects.toMatchObject({ code: 3 })
    await expect(one.v1.decrypt({ cipher: secret })).rejects.toMatchObject({ code: 3 })
  })

  test('journals sizes, keys and annotations, but no plaintext', async () => {
    const { cipher } = await one.v1.encrypt({ plain: ping })
    await one.v1.decrypt({ cipher })
    await one.v2.decrypt(await sealed())

    expect(kms.journal).toMatchObject([
      { what: 'v1 Encrypt 4 bytes', probe: true },
      { method: 'Decrypt', probe: true },
      { what: 'v2 Encrypt 32 bytes', uid: 'u1' },
      {
        method: 'Decrypt',
        keyId: 'key-1',
        annotations: { 'cipher.kms.example': Buffer.from('aes-256-gcm').toString('hex') },
      },
    ])
    expect(JSON.stringify(kms.journal)).not.toContain(secret.toString('hex'))
  })
})

describe('faults', () => {
  test('unhealthy affects only Status, garbage only Decrypt', async () => {
    const good = await sealed()
    kms.answer({ ...unhealthy('locked'), ...garbage() })

    expect(await one.v2.status({})).toMatchObject({ healthz: 'locked', keyId: 'key-1' })
    const { plaintext } = await one.v2.decrypt(good)
    expect(plaintext).toHaveLength(secret.length)
    expect(Buffer.from(plaintext)).not.toEqual(secret)
  })

  test('responds late, rejects or closes the connection, until reset', async () => {
    kms.answer({ encrypt: after(100), decrypt: fail('UNAVAILABLE', 'away'), status: hangUp })
    const beganMs = performance.now()
    const good = await sealed()

    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(95)
    await expect(one.v2.decrypt(good)).rejects.toMatchObject({ code: 14, details: 'away' })
    await expect(one.v2.status({})).rejects.toMatchObject({ code: 14 })
    kms.answer(onEveryCall(fail('INTERNAL')))
    await expect(one.v1.version({})).rejects.toMatchObject({ code: 13 })
    kms.reset()
    expect((await one.v2.status({})).healthz).toBe('ok')
    expect(kms.journal).toHaveLength(1)
  })
})

test('refuses connections until listen, and keeps its keys after a restart', async () => {
  const good = await sealed()
  const restarted = await startKmsPlugin({ keys: kms.keys, listening: false })
  const before = connect(restarted.url)
  await expect(before.v2.decrypt(good)).rejects.toMatchObject({ code: 14 })
  before.v1.close()
  before.v2.close()
  await restarted.listen()
  const again = connect(restarted.url)

  expect(Buffer.from((await again.v2.decrypt(good)).plaintext)).toEqual(secret)
  again.v1.close()
  again.v2.close()
  await restarted.stop()
})

test('serves an abstract socket, and removes its socket file', async () => {
  const abstract = await startKmsPlugin({ path: `@orch-kms-${process.pid}` })
  await abstract.stop()
  await kms.stop()

  expect(abstract.url).toMatch(/^unix:\/\/\/@orch-kms-/)
  expect(existsSync(new URL(kms.url).pathname)).toBe(false)
})
