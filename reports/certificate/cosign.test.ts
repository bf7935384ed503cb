import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createP256Key, eventsOf, issueBundle } from '../testing/attested.ts'
import { publicKeyName, sigstoreName } from './attestation.ts'
import { generateSigningKey } from './sign.ts'

const folder = mkdtempSync(join(tmpdir(), 'cosign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A root of Sigstore that trusts nothing: cosign 2 fetches the public one without it.
const emptyRoot = '{"mediaType":"application/vnd.dev.sigstore.trustedroot+json;version=0.1"}'
// Debian 12 has no package of cosign.
const isMissing = spawnSync('cosign', ['version']).status !== 0

test.skipIf(isMissing).for([
  ['Ed25519', generateSigningKey],
  ['P-256', createP256Key],
] as const)(
  'cosign verifies an attestation by a key of %s for the program that ran',
  async ([name, make]) => {
    const program = join(folder, `program-${name}`)
    writeFileSync(program, name)
    const digest = createHash('sha256').update(name).digest('hex')
    const issued = join(folder, name)
    await issueBundle(issued, make(), eventsOf(digest))
    // Runs the command of docs/certificate.md, without the cached trust root of the user and without a network.
    writeFileSync(join(issued, 'root.json'), emptyRoot)
    const env = { ...process.env, HOME: folder, HTTPS_PROXY: 'http://127.0.0.1:9' }
    const verifyBlob = (blob: string): { status: number | null; stderr: string } => {
      const files = ['--key', publicKeyName, '--bundle', sigstoreName, '--trusted-root', 'root.json']
      const type = 'https://in-toto.io/attestation/test-result/v0.1'
      const line = ['verify-blob-attestation', ...files, '--insecure-ignore-tlog', '--type', type, blob]
      const { status, stderr } = spawnSync('cosign', line, { cwd: issued, env, encoding: 'utf8' })
      return { status, stderr }
    }
    const verification = verifyBlob(program)
    writeFileSync(join(folder, 'other'), 'other')

    expect(verification.stderr).toContain('Verified OK')
    expect(verification.status).toBe(0)
    expect(verifyBlob(join(folder, 'other'))).toEqual({
      status: 1,
      // As cosign 2.5 and 3.1 print it.
      stderr: expect.stringMatching(/artifact digests? do(?:es)? not match/),
    })
    const otherBundle = join(folder, `other-${name}`)
    await issueBundle(otherBundle, make())
    writeFileSync(join(issued, publicKeyName), readFileSync(join(otherBundle, publicKeyName)))
    expect(verifyBlob(program)).toEqual({
      status: 1,
      stderr: expect.stringContaining('accepted signatures do not match threshold'),
    })
  },
)
