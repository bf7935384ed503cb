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
let clients: ReturnType<typeof connect>

function connect(url: string) {
  return { v1: grpcClient(v1.KeyManagementService, url), v2: grpcClient(v2.KeyManagementService, url) }
}

beforeEach(async () => {
  kms = await startKmsPlugin()
  clients = connect(kms.url)
})
afterEach(async () => {
  clients.v1.close()
  clients.v2.close()
  await kms.stop()
})

const encryptSecret = async () => {
  const { $typeName: _, ...answer } = await clients.v2.encrypt({ plaintext: secret, uid: 'u1' })
  return answer
}

describe('an honest plugin', () => {
  test('version 2 decrypts a ciphertext of the plugin and reports the key', async () => {
    const { ciphertext, keyId, annotations } = await encryptSecret()
    const decrypted = await clients.v2.decrypt({ ciphertext, keyId, annotations, uid: 'u2' })

    expect(Buffer.from(decrypted.plaintext)).toEqual(secret)
    expect(await clients.v2.status({})).toMatchObject({ version: 'v2', healthz: 'ok', keyId })
    expect(ciphertext.length).toBeLessThanOrEqual(1024)
    expect(Buffer.from(ciphertext).includes(secret)).toBe(false)
  })

  test('version 1 decrypts a ciphertext of the plugin on the same socket', async () => {
    const { cipher } = await clients.v1.encrypt({ version: 'v1beta1', plain: secret })

    expect(Buffer.from((await clients.v1.decrypt({ version: 'v1beta1', cipher })).plain)).toEqual(secret)
    expect((await clients.v1.version({ version: 'v1beta1' })).version).toBe('v1beta1')
  })

  test('a ciphertext of an older key is decrypted until that key is removed', async () => {
    const oldCiphertext = await encryptSecret()
    const { cipher } = await clients.v1.encrypt({ plain: secret })
    kms.keys.rotate()

    expect((await clients.v2.status({})).keyId).toBe('key-2')
    expect(Buffer.from((await clients.v2.decrypt(oldCiphertext)).plaintext)).toEqual(secret)
    expect(Buffer.from((await clients.v1.decrypt({ cipher })).plain)).toEqual(secret)
    kms.keys.forget('key-1')
    await expect(clients.v2.decrypt(oldCiphertext)).rejects.toMatchObject({ code: 5 })
    await expect(clients.v1.decrypt({ cipher })).rejects.toMatchObject({ code: 5 })
  })

  test('a ciphertext that no key of the plugin encrypted is rejected', async () => {
    await expect(clients.v2.decrypt({ ciphertext: secret, keyId: 'key-1' })).rejects.toMatchObject({
      code: 3,
    })
    await expect(clients.v1.decrypt({ cipher: secret })).rejects.toMatchObject({ code: 3 })
  })

  test('the journal records sizes, keys and annotations, but no plaintext', async () => {
    const { cipher } = await clients.v1.encrypt({ plain: ping })
    await clients.v1.decrypt({ cipher })
    await clients.v2.decrypt(await encryptSecret())

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
  test('unhealthy affects only Status, and garbage affects only Decrypt', async () => {
    const honestCiphertext = await encryptSecret()
    kms.answer({ ...unhealthy('locked'), ...garbage() })

    expect(await clients.v2.status({})).toMatchObject({ healthz: 'locked', keyId: 'key-1' })
    const { plaintext } = await clients.v2.decrypt(honestCiphertext)
    expect(plaintext).toHaveLength(secret.length)
    expect(Buffer.from(plaintext)).not.toEqual(secret)
  })

  test('a fault delays or rejects calls, or closes the connection, until reset', async () => {
    kms.answer({ encrypt: after(100), decrypt: fail('UNAVAILABLE', 'away'), status: hangUp })
    const startedMs = performance.now()
    const honestCiphertext = await encryptSecret()

    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(95)
    await expect(clients.v2.decrypt(honestCiphertext)).rejects.toMatchObject({ code: 14, details: 'away' })
    await expect(clients.v2.status({})).rejects.toMatchObject({ code: 14 })
    kms.answer(onEveryCall(fail('INTERNAL')))
    await expect(clients.v1.version({})).rejects.toMatchObject({ code: 13 })
    kms.reset()
    expect((await clients.v2.status({})).healthz).toBe('ok')
    expect(kms.journal).toHaveLength(1)
  })
})

test('a restarted plugin refuses connections until listen, and keeps its keys', async () => {
  const honestCiphertext = await encryptSecret()
  const restartedPlugin = await startKmsPlugin({ keys: kms.keys, listening: false })
  const oldClients = connect(restartedPlugin.url)
  await expect(oldClients.v2.decrypt(honestCiphertext)).rejects.toMatchObject({ code: 14 })
  oldClients.v1.close()
  oldClients.v2.close()
  await restartedPlugin.listen()
  const newClients = connect(restartedPlugin.url)

  expect(Buffer.from((await newClients.v2.decrypt(honestCiphertext)).plaintext)).toEqual(secret)
  newClients.v1.close()
  newClients.v2.close()
  await restartedPlugin.stop()
})

test('a plugin serves an abstract socket, and removes its socket file', async () => {
  const abstractSocketPlugin = await startKmsPlugin({ path: `@orch-kms-${process.pid}` })
  await abstractSocketPlugin.stop()
  await kms.stop()

  expect(abstractSocketPlugin.url).toMatch(/^unix:\/\/\/@orch-kms-/)
  expect(existsSync(new URL(kms.url).pathname)).toBe(false)
})
