import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { RunEvent } from '#harness/events.ts'
import { renderRunJson } from '../formats/run-json.ts'
import { resultOf } from '../result.ts'
import { sampleRules } from '../testing/sample-rules.ts'
import { greenEvents } from '../testing/sample-run.ts'
import { attestationName, publicKeyName, sigstoreName } from './attestation.ts'
import { canonical } from './canonical.ts'
import { writeCncf } from './cncf.ts'
import { differenceLines } from './difference.ts'
import { enveloped, type Envelope } from './dsse.ts'
import { issue } from './issue.ts'
import { makeKey, readKey, type SigningKey } from './sign.ts'
import type { Statement } from './statement.ts'
import { verifyBundle } from './verify.ts'

const now = new Date('2027-01-01T00:00:00.000Z')
const sha256 = 'b'.repeat(64)
const folder = mkdtempSync(join(tmpdir(), 'attestation-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A green run of one profile; of its programs, the executable that served is known. */
function eventsOf(digest = sha256): readonly RunEvent[] {
  const files = [{ name: 'kube-apiserver', sha256: digest }]
  const ran = { role: 'apiserver', files, addedFlags: [] } as const
  return greenEvents(sampleRules.slice(2, 3)).map((event) => {
    if (event.type === 'header')
      return { ...event, selection: { profiles: ['apiserver-configuration'] as const } }
    return event.type === 'check'
      ? { ...event, launches: event.launches.map((one) => ({ ...one, ran })) }
      : event
  })
}

async function issued(name: string, key: SigningKey, events = eventsOf()): Promise<string> {
  const bundle = join(folder, name)
  const evidence = events.flatMap((event) =>
    event.type === 'check' && event.evidence ? [[`${event.evidence}/timeline.json`, '[]'] as const] : [],
  )
  const contents = {
    'events.jsonl': events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    'run.json': renderRunJson(resultOf(events)),
    ...Object.fromEntries(evidence),
  }
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(bundle, path)), { recursive: true })
    writeFileSync(join(bundle, path), content)
  }
  await issue({ bundle, events, key, validDays: 30_000 })
  return bundle
}

const p256 = (): SigningKey =>
  readKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString(),
    'my.key',
  )

const readIn = (bundle: string, name: string): unknown => JSON.parse(readFileSync(join(bundle, name), 'utf8'))
const envelopeIn = (bundle: string): Envelope => readIn(bundle, attestationName) as Envelope
const sigstoreIn = (bundle: string): object => readIn(bundle, sigstoreName) as object
const statementIn = (bundle: string): Statement =>
  JSON.parse(Buffer.from(envelopeIn(bundle).payload, 'base64').toString()) as Statement

/** Verifies a bundle as Sigstore's own library does, with nothing but the public key. */
function verifiedBySigstore(read: object, publicKey: string): void {
  const bundle = bundleFromJSON(read)
  const root = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
  const der = Buffer.from(publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const keys = new Proxy({}, { get: () => ({ rawBytes: der, keyDetails: 0 }) })
  const trust = toTrustMaterial(root as never, keys as never)
  const thresholds = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }
  new Verifier(trust, thresholds).verify(toSignedEntity(bundle))
}

let bundle = ''
beforeAll(async () => {
  bundle = await issued('ed25519', makeKey())
})

test.for([
  ['Ed25519', makeKey],
  ['P-256', p256],
] as const)("an attestation by a key of %s is verified by Sigstore's library", async ([name, make]) => {
  const own = await issued(`sigstore-${name}`, make())
  const publicKey = readFileSync(join(own, publicKeyName), 'utf8')
  const dsseEnvelope = { ...envelopeIn(own), payload: Buffer.from('{}').toString('base64') }
  const other = { ...sigstoreIn(own), dsseEnvelope }

  expect(() => verifiedBySigstore(sigstoreIn(own), publicKey)).not.toThrow()
  expect(() => verifiedBySigstore(other, publicKey)).toThrow(/signature verification failed/)
  expect((await verifyBundle(own, { now })).problems).toEqual([])
})

const isMissing = spawnSync('cosign', ['version']).status !== 0 && process.env.CI !== 'true'

test.skipIf(isMissing).for([
  ['Ed25519', makeKey],
  ['P-256', p256],
] as const)(
  'cosign verifies an attestation by a key of %s for the program that ran',
  async ([name, make]) => {
    const program = join(folder, `program-${name}`)
    writeFileSync(program, name)
    const digest = createHash('sha256').update(name).digest('hex')
    const own = await issued(`cosign-${name}`, make(), eventsOf(digest))
    // The command of docs/certificate.md.
    const verified = (blob: string): { status: number | null; stderr: string } => {
      const files = ['--key', publicKeyName, '--bundle', sigstoreName]
      const type = 'https://in-toto.io/attestation/test-result/v0.1'
      const line = ['verify-blob-attestation', ...files, '--insecure-ignore-tlog', '--type', type, blob]
      const { status, stderr } = spawnSync('cosign', line, { cwd: own, encoding: 'utf8' })
      return { status, stderr }
    }
    const isVerified = verified(program)
    writeFileSync(join(folder, 'other'), 'other')

    expect(isVerified.stderr).toContain('Verified OK')
    expect(isVerified.status).toBe(0)
    expect(verified(join(folder, 'other')).stderr).toContain('digests do not match')
    writeFileSync(join(own, publicKeyName), readFileSync(join(bundle, publicKeyName)))
    expect(verified(program).stderr).toContain('could not verify envelope')
  },
)

test('the attestation states what ran, on which configuration, and the result of each rule', () => {
  const { _type, subject, predicateType, predicate } = statementIn(bundle)

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
  const own = await issued('unknown', makeKey(), events)

  expect(() => envelopeIn(own)).toThrow(/ENOENT/)
  expect((await verifyBundle(own, { now })).problems).toEqual([])
})

/** Returns the problems of a copy of the bundle after a file of it was replaced. */
async function problemsWith(name: string, changed: (content: string) => string): Promise<readonly string[]> {
  const copy = mkdtempSync(join(folder, 'copy-'))
  cpSync(bundle, copy, { recursive: true })
  writeFileSync(join(copy, name), changed(readFileSync(join(copy, name), 'utf8')))
  return (await verifyBundle(copy, { now })).problems
}

test('an attestation that was changed, or that another key signed, is rejected', async () => {
  const another = makeKey()
  const payload = Buffer.from(envelopeIn(bundle).payload, 'base64').toString()
  const again = enveloped(payload, another.key)
  const bySigner = 'The signature of attestation.intoto.jsonl is not by the key of the certificate.'

  expect(await problemsWith(attestationName, (content) => content)).toEqual([])
  expect(await problemsWith(attestationName, (content) => ` ${content}`)).toEqual([
    'attestation.intoto.jsonl is not written as it was issued.',
  ])
  expect(await problemsWith(attestationName, () => `${canonical(again)}\n`)).toEqual([bySigner])
  expect(await problemsWith(attestationName, (all) => all.replace('d":""', 'd":"A"'))).toEqual([bySigner])
  expect(await problemsWith(sigstoreName, (content) => content.replace('0.3', '0.2'))).toEqual([
    'attestation.sigstore.json is not attestation.intoto.jsonl as a bundle of Sigstore.',
  ])
  expect(await problemsWith(attestationName, () => 'nothing')).toEqual([
    expect.stringMatching(/^attestation\.intoto\.jsonl is no attestation: /),
  ])
  expect(await problemsWith(publicKeyName, () => 'nothing')).toEqual(['certificate.pub was changed.'])
})

test('an attestation of the signer with other statements is rejected', async () => {
  const key = makeKey()
  const own = await issued('states', key)
  const stated = statementIn(own)
  const other = { ...stated, subject: [{ name: 'kube-apiserver', digest: { sha256: 'c'.repeat(64) } }] }
  const signed = enveloped(canonical(other), key.key)
  writeFileSync(join(own, attestationName), `${canonical(signed)}\n`)

  expect((await verifyBundle(own, { now })).problems).toEqual([
    'What attestation.intoto.jsonl states does not follow from the certificate.',
  ])
})

test('the files for the programs of the CNCF are read by the readers of their formats', async () => {
  const directory = join(folder, 'cncf')
  const names = writeCncf(directory, bundle, eventsOf())
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8')
  const passed = resultOf(eventsOf()).checks.length

  expect(names).toEqual(['PRODUCT.yaml', 'README.md', 'e2e.log', 'junit_01.xml', 'results.json'])
  expect(parse(read('PRODUCT.yaml'))).toMatchObject({ name: 'kubernetes', type: 'distribution' })
  expect(read('e2e.log')).toContain(`SUCCESS! -- ${passed} Passed | 0 Failed | 0 Pending | 0 Skipped`)
  expect((await convertJUnitToCTRFReport(join(directory, 'junit_01.xml')))?.results.summary).toMatchObject({
    tests: passed,
    passed,
  })
  const lines = read('results.json').trimEnd().split('\n')
  const actions = lines.map((line) => JSON.parse(line) as { Action: string; Test?: string })
  expect(actions.filter(({ Action, Test }) => Action === 'pass' && Test !== undefined)).toHaveLength(passed)
  expect(actions[0]).toMatchObject({ Action: 'start' })

  writeFileSync(join(directory, 'PRODUCT.yaml'), 'vendor: Acme\n')
  writeCncf(directory, bundle, eventsOf())
  expect(read('PRODUCT.yaml')).toBe('vendor: Acme\n')
})

test('two certificates differ in what ran, in when they expire and in their evidence', async () => {
  const key = makeKey()
  const manifestOf = async (name: string, digest: string) => {
    const { manifest } = await verifyBundle(await issued(name, key, eventsOf(digest)), { now })
    if (manifest === undefined) throw new Error('There is no manifest.')
    return manifest
  }
  const before = await manifestOf('before', sha256)
  const after = await manifestOf('after', 'c'.repeat(64))

  expect(differenceLines(before, before)).toEqual([])
  expect(differenceLines(before, after)).toEqual([
    `- started: apiserver: ran kube-apiserver ${sha256}`,
    `+ started: apiserver: ran kube-apiserver ${'c'.repeat(64)}`,
    expect.stringMatching(/^expires: /),
    expect.stringMatching(/^evidence: /),
  ])
})
