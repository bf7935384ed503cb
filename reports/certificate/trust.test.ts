import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import { createP256Key, eventsOf, issueBundle } from '../testing/attested.ts'
import { publicKeyName } from './attestation.ts'
import { certificates } from './index.ts'
import { generateSigningKey, pemOf } from './sign.ts'

const now = new Date('2027-01-01T00:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'trust-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.for([
  ['Ed25519', generateSigningKey],
  ['P-256', createP256Key],
] as const)('the public key of a signer of %s is trusted by the path of its file', async ([name, make]) => {
  const key = make()
  const bundle = join(folder, name)
  await issueBundle(bundle, key)
  const [own, other] = [join(folder, `${name}.pub`), join(folder, `${name}-other.pub`)]
  writeFileSync(own, createPublicKey(key.key).export({ format: 'pem', type: 'spki' }))
  writeFileSync(other, createPublicKey(make().key).export({ format: 'pem', type: 'spki' }))
  const verifyWith = async (keys: string[]) => (await certificates.verify(bundle, { now, keys })).problems
  const { signedBy = '' } = await certificates.verify(bundle, { now })

  expect(await verifyWith([own])).toEqual([])
  expect(await verifyWith([join(bundle, publicKeyName)])).toEqual([])
  expect(await verifyWith([other, own])).toEqual([])
  expect(await verifyWith([other])).toEqual([
    `It is signed by the key ${signedBy}, which is none of the trusted ones.`,
  ])
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
test.for([
  ['a private key', pemOf(generateSigningKey()), /is no public key in PEM/],
  ['a text', 'nothing', /is no public key in PEM/],
  ['a broken key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n', /is no public key: /],
  ['an RSA key', rsa.export({ format: 'pem', type: 'spki' }).toString(), /a key of type rsa/],
] as const)('%s in the file of a trusted key is an error', async ([, content, message]) => {
  const file = join(folder, 'wrong.pub')
  writeFileSync(file, content)

  await expect(certificates.verify(folder, { now, keys: [file] })).rejects.toMatchObject({
    code: 'config-fault',
    message: expect.stringMatching(message) as string,
  })
})

test('a trusted key that is neither a thumbprint nor a file is an error', async () => {
  await expect(certificates.verify(folder, { now, keys: ['absent.pub'] })).rejects.toMatchObject({
    code: 'config-fault',
    message: expect.stringContaining('absent.pub is neither a thumbprint') as string,
  })
})

const knownEvents: readonly RunEvent[] = eventsOf().map((event) =>
  event.type === 'check'
    ? { ...event, verdict: 'known-failing', known: { reason: 'It is known.', passes: false } }
    : event,
)

test('verify reports the checks that are known to fail, and that the attestation is WARNED', async () => {
  const [plain, known] = [join(folder, 'plain'), join(folder, 'known')]
  await issueBundle(plain, generateSigningKey())
  await issueBundle(known, generateSigningKey(), knownEvents)
  const summaryOf = async (bundle: string) => (await certificates.verify(bundle, { now })).summary

  expect(await summaryOf(plain)).not.toMatch(/known|WARNED/)
  expect((await summaryOf(known))?.split('\n').slice(1, 3)).toEqual([
    'Known deviations: 2 checks are known to fail; certificate.html has the reasons',
    'Attestation: the result is WARNED, because of 1 rule with a known deviation, a warning or an excluded check',
  ])
})
