import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { resultOf } from '../result.ts'
import { renderRunJson } from '../formats/run-json.ts'
import { sampleRules } from '../testing/sample-rules.ts'
import { greenEvents } from '../testing/sample-run.ts'
import { canonical } from './canonical.ts'
import type { Exclusions } from './exclusions.ts'
import type { Certificate, Manifest } from './manifest.ts'
import { generateSigningKey, readKey, signCertificate, type SigningKey } from './sign.ts'
import { manifestOf } from './build-manifest.ts'
import { bundledFiles, certificateName, verifyBundle } from './verify.ts'

const now = new Date('2027-01-01T00:00:00.000Z')
const expiresAt = '2027-12-01T00:00:00.000Z'
const rule = sampleRules.slice(2, 3)
const name = 'apiserver-configuration'
const events = greenEvents(rule).map((event) =>
  event.type === 'header' ? { ...event, selection: { profiles: [name] as const } } : event,
)
const evidence = events.flatMap((event) => (event.type === 'check' && event.evidence ? [event.evidence] : []))
const contents = {
  'events.jsonl': events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  'run.json': renderRunJson(resultOf(events)),
  ...Object.fromEntries(
    evidence.flatMap((folder, index) => [
      [`${folder}/timeline.json`, JSON.stringify([{ atMs: index }])],
      [`${folder}/command.txt`, `orch-apiserver --secure-port=${index}\n`],
    ]),
  ),
}
const paths = Object.keys(contents)
const programs = [{ role: 'apiserver', version: 'v1.0.0', files: [] }]

async function issue(bundle: string, key: SigningKey, changed: Partial<Manifest> = {}): Promise<Certificate> {
  const files = bundledFiles(bundle)
  const manifest = manifestOf(events, files, { programs, expiresAt })
  const certificate = await signCertificate({ ...manifest, ...changed }, files, key)
  writeFileSync(join(bundle, certificateName), `${canonical(certificate)}\n`)
  return certificate
}

const issuedFolder = mkdtempSync(join(tmpdir(), 'certificate-'))
beforeAll(async () => {
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(issuedFolder, path)), { recursive: true })
    writeFileSync(join(issuedFolder, path), content)
  }
  await issue(issuedFolder, generateSigningKey())
  return () => rmSync(issuedFolder, { recursive: true, force: true })
})

/** Returns the problems of a copy of the bundle after it was tampered with. */
async function problemsAfter(tamper: (bundle: string) => unknown): Promise<readonly string[]> {
  const bundle = mkdtempSync(join(tmpdir(), 'certificate-'))
  try {
    cpSync(issuedFolder, bundle, { recursive: true })
    await tamper(bundle)
    return (await verifyBundle(bundle, { now })).problems
  } finally {
    rmSync(bundle, { recursive: true, force: true })
  }
}

test('an unmodified bundle is valid', async () => {
  expect(await problemsAfter(() => {})).toEqual([])
})

test('a bundle signed on P-256 with a key from a file is valid', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

  expect(await problemsAfter((bundle) => issue(bundle, readKey(pem, 'my.key')))).toEqual([])
})

/** Returns the problems after a flip of the lowest bit in each of a dozen bytes of a file, one at a time. */
async function problemsOfFlips(path: string): Promise<(readonly string[])[]> {
  const { length } = readFileSync(join(issuedFolder, path))
  const problemLists: (readonly string[])[] = []
  for (let flipIndex = 0; flipIndex < 12; flipIndex++) {
    const offset = Math.floor((flipIndex * (length - 1)) / 11)
    const flipByte = (bundle: string): void => {
      const content = readFileSync(join(bundle, path))
      content[offset] = (content[offset] ?? 0) ^ 1
      writeFileSync(join(bundle, path), content)
    }
    problemLists.push(await problemsAfter(flipByte))
  }
  return problemLists
}

test.for(paths)('a flipped bit of %s is detected', async (path) => {
  const problems = new Set((await problemsOfFlips(path)).flat())

  expect([...problems]).toEqual([`${path} was changed.`])
})

test('a flipped bit of the certificate itself is detected', async () => {
  const problems = await problemsOfFlips(certificateName)

  expect(problems.filter((found) => found.length === 0)).toEqual([])
})

test('a file that was replaced by a link to a copy outside is detected', async () => {
  const outsideFile = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'run.json')
  const problems = await problemsAfter((bundle) => {
    cpSync(join(bundle, 'run.json'), outsideFile)
    rmSync(join(bundle, 'run.json'))
    symlinkSync(outsideFile, join(bundle, 'run.json'))
  })

  expect(problems).toEqual(['run.json is no regular file, and a bundle holds nothing else.'])
})

test.for(paths)('a missing %s is detected', async (path) => {
  expect(await problemsAfter((bundle) => rmSync(join(bundle, path)))).toEqual([`${path} is missing.`])
})

test('an added file is detected', async () => {
  const addFile = (bundle: string) => writeFileSync(join(bundle, 'evidence/more.txt'), '')

  expect(await problemsAfter(addFile)).toEqual(['evidence/more.txt was added.'])
})

test('an edited count and an edited list of files are detected', async () => {
  const editCertificate = (change: (certificate: Certificate) => Certificate) => (bundle: string) => {
    const path = join(bundle, certificateName)
    const parsedCertificate = JSON.parse(readFileSync(path, 'utf8')) as Certificate
    writeFileSync(path, `${canonical(change(parsedCertificate))}\n`)
  }
  const recountTotals = editCertificate((read) => {
    const statedManifest = JSON.parse(Buffer.from(read.payload, 'base64url').toString()) as Manifest
    const payload = canonical({ ...statedManifest, totals: { ...statedManifest.totals, held: 300 } })
    return { ...read, payload: Buffer.from(payload).toString('base64url') }
  })
  const shortenFileList = editCertificate((read) => ({ ...read, files: read.files.slice(1) }))

  expect(await problemsAfter(recountTotals)).toEqual([
    expect.stringContaining('The signature does not match'),
  ])
  expect(await problemsAfter(shortenFileList)).toContain(
    'The list of files in certificate.json is not the signed one.',
  )
})

test('a count that the signer edited is detected, in the certificate and in run.json', async () => {
  const totals = { ...manifestOf(events, [], { programs, expiresAt }).totals, held: 300 }
  const editRunFile = async (bundle: string): Promise<void> => {
    writeFileSync(join(bundle, 'run.json'), contents['run.json'].replace(/"held": \d+/, '"held": 300'))
    await issue(bundle, generateSigningKey())
  }

  expect(await problemsAfter((bundle) => issue(bundle, generateSigningKey(), { totals }))).toEqual([
    'What the certificate states of totals does not follow from events.jsonl.',
  ])
  expect(await problemsAfter(editRunFile)).toEqual(['totals in run.json does not follow from events.jsonl.'])
})

test('a certificate with excluded checks is valid only with a list that contains them', async () => {
  const [check = ''] = events.flatMap((event) => (event.type === 'check' ? [event.id] : []))
  const list = (id: string): Exclusions => ({
    version: '2',
    digest: 'a'.repeat(64),
    checks: [{ check: id, reason: 'The sentence says something else.' }],
  })
  const bundle = mkdtempSync(join(tmpdir(), 'certificate-'))
  cpSync(issuedFolder, bundle, { recursive: true })
  await issue(bundle, generateSigningKey(), {
    exclusions: { version: '2', digest: 'a'.repeat(64), checks: [check] },
  })

  expect((await verifyBundle(bundle, { now, exclusions: list(check) })).problems).toEqual([])
  expect((await verifyBundle(bundle, { now, exclusions: list('another/check') })).problems).toEqual([
    `${check} did not hold, and the list of exclusions 2 does not have it.`,
  ])
  expect((await verifyBundle(bundle, { now })).problems).toHaveLength(1)
  rmSync(bundle, { recursive: true, force: true })
})

test('a certificate that expired, that was revoked, or whose key is not trusted is invalid', async () => {
  const bundle = mkdtempSync(join(tmpdir(), 'certificate-'))
  cpSync(issuedFolder, bundle, { recursive: true })
  await issue(bundle, generateSigningKey(), { expiresAt: '2026-12-31T00:00:00.000Z' })
  const { digest = '', signedBy = '' } = await verifyBundle(bundle, { now })
  const strictTrust = { now, keys: ['another'], revoked: [digest, signedBy] }

  expect((await verifyBundle(bundle, strictTrust)).problems).toEqual([
    `It is signed by the key ${signedBy}, which is none of the trusted ones.`,
    `The key ${signedBy} that signed it was revoked.`,
    `The certificate ${digest} was revoked.`,
    'It expired at 2026-12-31T00:00:00.000Z.',
  ])
  rmSync(bundle, { recursive: true, force: true })
})

test.for([
  ['a text that is not a key', 'nothing', /is no private key in PEM/],
  ['an RSA key', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, /a key of type rsa/],
] as const)('%s cannot sign', ([, key, message]) => {
  const pem = typeof key === 'string' ? key : key.export({ format: 'pem', type: 'pkcs8' }).toString()

  expect(() => readKey(pem, 'my.key')).toThrow(message)
})

test('the programs that ran must follow from the events', async () => {
  const ranPrograms = [{ files: [{ name: 'kube-apiserver', sha256: 'b'.repeat(64) }], addedFlags: [] }]
  const { target } = manifestOf(events, [], { programs, expiresAt })
  const problemsOfTarget = (changed: Manifest['target']) =>
    problemsAfter((bundle) => issue(bundle, generateSigningKey(), { target: changed }))
  const statedPrograms = target.programs.map((program) => ({ ...program, ran: ranPrograms }))

  expect(await problemsOfTarget(target)).toEqual([])
  expect(await problemsOfTarget({ ...target, programs: statedPrograms })).toContain(
    'What the certificate states of target does not follow from events.jsonl.',
  )
})
