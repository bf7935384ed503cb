import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { resultOf } from '../result.ts'
import { createP256Key, eventsOf, issueBundle as issueIn, sha256 } from '../testing/attested.ts'
import { attestationName, publicKeyName, sigstoreName } from './attestation.ts'
import { canonical } from './canonical.ts'
import { writeCncf } from './cncf.ts'
import { differenceLines } from './difference.ts'
import { createEnvelope, type Envelope } from './dsse.ts'
import { generateSigningKey, type SigningKey } from './sign.ts'
import type { Statement } from './statement.ts'
import { verifyBundle } from './verify.ts'

const now = new Date('2027-01-01T00:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'attestation-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function issueBundle(name: string, key: SigningKey, events = eventsOf()): Promise<string> {
  await issueIn(join(folder, name), key, events)
  return join(folder, name)
}

const readIn = (bundle: string, name: string): unknown => JSON.parse(readFileSync(join(bundle, name), 'utf8'))
const readEnvelope = (bundle: string): Envelope => readIn(bundle, attestationName) as Envelope
const readSigstoreBundle = (bundle: string): object => readIn(bundle, sigstoreName) as object
const readStatement = (bundle: string): Statement =>
  JSON.parse(Buffer.from(readEnvelope(bundle).payload, 'base64').toString()) as Statement

/** Verifies a bundle with Sigstore's own library and only the public key. */
function verifyWithSigstore(read: object, publicKey: string): void {
  const bundle = bundleFromJSON(read)
  const root = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
  const der = Buffer.from(publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const keys = new Proxy({}, { get: () => ({ rawBytes: der, keyDetails: 0 }) })
  const trustMaterial = toTrustMaterial(root as never, keys as never)
  const thresholds = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }
  new Verifier(trustMaterial, thresholds).verify(toSignedEntity(bundle))
}

let bundle = ''
beforeAll(async () => {
  bundle = await issueBundle('ed25519', generateSigningKey())
})

test.for([
  ['Ed25519', generateSigningKey],
  ['P-256', createP256Key],
] as const)("an attestation by a key of %s is verified by Sigstore's library", async ([name, make]) => {
  const issued = await issueBundle(`sigstore-${name}`, make())
  const publicKey = readFileSync(join(issued, publicKeyName), 'utf8')
  const dsseEnvelope = { ...readEnvelope(issued), payload: Buffer.from('{}').toString('base64') }
  const otherBundle = { ...readSigstoreBundle(issued), dsseEnvelope }

  expect(() => verifyWithSigstore(readSigstoreBundle(issued), publicKey)).not.toThrow()
  expect(() => verifyWithSigstore(otherBundle, publicKey)).toThrow(/signature verification failed/)
  expect((await verifyBundle(issued, { now })).problems).toEqual([])
})

test('the attestation names the checked programs, their configuration, and the result of each rule', () => {
  const { _type, subject, predicateType, predicate } = readStatement(bundle)

  expect({ _type, predicateType }).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
  })
  expect(subject).toEqual([{ name: 'kube-apiserver', digest: { sha256 } }])
  expect(predicate).toMatchObject({
    result: 'PASSED',
    passedTests: resultOf(eventsOf()).rules.map(({ id }) => id),
    warnedTests: [],
    failedTests: [],
  })
  expect(predicate.configuration.map(({ name }) => name)).toEqual([
    'standard',
    'suites',
    'target',
    'evidence',
  ])
  expect(predicate.configuration.every(({ digest }) => /^[0-9a-f]{64}$/.test(digest.sha256))).toBe(true)
})

test('a bundle without the digest of a program has no attestation, and is valid', async () => {
  const events = eventsOf().map((event) => (event.type === 'check' ? { ...event, launches: [] } : event))
  const issued = await issueBundle('unknown', generateSigningKey(), events)

  expect(() => readEnvelope(issued)).toThrow(/ENOENT/)
  expect((await verifyBundle(issued, { now })).problems).toEqual([])
})

/** Returns the problems of a copy of the bundle with one changed file. */
async function problemsOf(name: string, changed: (content: string) => string): Promise<readonly string[]> {
  const copy = mkdtempSync(join(folder, 'copy-'))
  cpSync(bundle, copy, { recursive: true })
  writeFileSync(join(copy, name), changed(readFileSync(join(copy, name), 'utf8')))
  return (await verifyBundle(copy, { now })).problems
}

test('an attestation that was changed, or that another key signed, is rejected', async () => {
  const otherKey = generateSigningKey()
  const payload = Buffer.from(readEnvelope(bundle).payload, 'base64').toString()
  const forgedEnvelope = createEnvelope(payload, otherKey.key)
  const problem = 'The signature of attestation.intoto.jsonl is not by the key of the certificate.'

  expect(await problemsOf(attestationName, (content) => content)).toEqual([])
  expect(await problemsOf(attestationName, (content) => ` ${content}`)).toEqual([
    'attestation.intoto.jsonl is not written as it was issued.',
  ])
  expect(await problemsOf(attestationName, () => `${canonical(forgedEnvelope)}\n`)).toEqual([problem])
  expect(await problemsOf(attestationName, (all) => all.replace('d":""', 'd":"A"'))).toEqual([problem])
  expect(await problemsOf(sigstoreName, (content) => content.replace('0.3', '0.2'))).toEqual([
    'attestation.sigstore.json is not attestation.intoto.jsonl as a bundle of Sigstore.',
  ])
  expect(await problemsOf(attestationName, () => 'nothing')).toEqual([
    expect.stringMatching(/^attestation\.intoto\.jsonl is no attestation: /),
  ])
  expect(await problemsOf(publicKeyName, () => 'nothing')).toEqual(['certificate.pub was changed.'])
})

test('an attestation of the signer with other statements is rejected', async () => {
  const key = generateSigningKey()
  const issued = await issueBundle('states', key)
  const statement = readStatement(issued)
  const subject = [{ name: 'kube-apiserver', digest: { sha256: 'c'.repeat(64) } }]
  const signedEnvelope = createEnvelope(canonical({ ...statement, subject }), key.key)
  writeFileSync(join(issued, attestationName), `${canonical(signedEnvelope)}\n`)

  expect((await verifyBundle(issued, { now })).problems).toEqual([
    'What attestation.intoto.jsonl states does not follow from the certificate.',
  ])
})

test('the files for the programs of the CNCF are valid for the readers of their formats', async () => {
  const directory = join(folder, 'cncf')
  const names = writeCncf(directory, bundle, eventsOf())
  const readText = (name: string): string => readFileSync(join(directory, name), 'utf8')
  const checks = resultOf(eventsOf()).checks.length

  expect(names).toEqual(['PRODUCT.yaml', 'README.md', 'e2e.log', 'junit_01.xml', 'results.json'])
  expect(parse(readText('PRODUCT.yaml'))).toMatchObject({ name: 'kubernetes', type: 'distribution' })
  expect(readText('e2e.log')).toContain(`SUCCESS! -- ${checks} Passed | 0 Failed | 0 Pending | 0 Skipped`)
  expect((await convertJUnitToCTRFReport(join(directory, 'junit_01.xml')))?.results.summary).toMatchObject({
    tests: checks,
    passed: checks,
  })
  const lines = readText('results.json').trimEnd().split('\n')
  const actions = lines.map((line) => JSON.parse(line) as { Action: string; Test?: string })
  expect(actions.filter(({ Action, Test }) => Action === 'pass' && Test !== undefined)).toHaveLength(checks)
  expect(actions[0]).toMatchObject({ Action: 'start' })

  writeFileSync(join(directory, 'PRODUCT.yaml'), 'vendor: Acme\n')
  writeCncf(directory, bundle, eventsOf())
  expect(readText('PRODUCT.yaml')).toBe('vendor: Acme\n')
})

test('the differences of two certificates are their runs, their expiry and their evidence', async () => {
  const key = generateSigningKey()
  const manifestOf = async (name: string, digest: string) => {
    const { manifest } = await verifyBundle(await issueBundle(name, key, eventsOf(digest)), { now })
    if (manifest === undefined) throw new Error('There is no manifest.')
    return manifest
  }
  const manifestBefore = await manifestOf('before', sha256)
  const manifestAfter = await manifestOf('after', 'c'.repeat(64))

  expect(differenceLines(manifestBefore, manifestBefore)).toEqual([])
  expect(differenceLines(manifestBefore, manifestAfter)).toEqual([
    `- started: apiserver: ran kube-apiserver ${sha256}`,
    `+ started: apiserver: ran kube-apiserver ${'c'.repeat(64)}`,
    expect.stringMatching(/^expires: /),
    expect.stringMatching(/^evidence: /),
  ])
})
