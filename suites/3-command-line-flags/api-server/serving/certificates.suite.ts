import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { currentCheck, expect, formerly, type NamedCases, refuses, rulesOf, says, test, until } from '#kit'
import { type AgreedHandshake, handshake } from '#kit/clients.ts'
import { type Flags, makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { credentials } from '#harness/programs/credentials.ts'
import { expectRefusal, killServer, spawnServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { startStorage } from '../../../shared/storage.ts'
import { issueServingPair, portOf, servingFlags } from './fixture.ts'
import { listingServersByName } from './shared-servers.ts'

const { must } = rulesOf({ overlaps: true })

const servedWithinMs = 30_000

/**
 * Starts a server for the running check, and returns the certificate that it presents as soon as it accepts TLS,
 * trusted or not.
 */
async function presentedChain(
  flags: Flags,
): Promise<{ readonly server: ApiServer; readonly chain: AgreedHandshake['chain'] }> {
  const check = currentCheck()
  const storage = await startStorage()
  check.defer(() => storage.stop())
  const server = await spawnServer({ storage, flags })
  check.show(server.evidence)
  check.defer(() => killServer(server))
  let agreedHandshake: AgreedHandshake | undefined
  await until(
    async () => {
      if (server.program.exit !== undefined) throw server.crash('before it served')
      agreedHandshake = await handshakeOn(portOf(server))
      return agreedHandshake !== undefined
    },
    { withinMs: servedWithinMs, what: 'the server speaks TLS' },
  )
  return { server, chain: agreedHandshake?.chain ?? [] }
}

async function handshakeOn(port: number): Promise<AgreedHandshake | undefined> {
  const handshakeResult = await handshake({ port })
  return handshakeResult.agreed ? handshakeResult : undefined
}

const configuredServer = listingServersByName['rsa, third'].start

must('flag.tls-cert-file.served', flagRow('--tls-cert-file', 'meaning'), () => {
  says('The server presents the certificate of the file, with the CA certificate that follows it.')
  test(
    {
      title: 'presents the certificate of the file and the CA certificate that follows it',
      id: 'shows the certificate of the file and the CA certificate behind it',
    },
    async () => {
      const { authority } = await credentials(currentCheck().dialect)
      // Intermediate authority that no other flag names.
      const intermediateAuthority = await createAuthority('CA between', authority)
      const servingPair = intermediateAuthority.issue({ commonName: 'behind it' })
      const { chain } = await presentedChain(servingFlags(servingPair, intermediateAuthority.certificate))

      expect(chain.map(String)).toEqual([servingPair.certificate, intermediateAuthority.certificate])
    },
  ).sees('tls-chain-not-sent')
})

// Private keys that do not belong to the EC certificate of the server.
const otherKeys: NamedCases<() => Promise<string>> = {
  'the key of a different certificate': formerly(
    'the key of another certificate',
    async () => (await issueServingPair({ commonName: 'other', keyType: 'rsa' })).key,
  ),
  'the key of a different certificate with the same type of key': formerly(
    'same-type',
    async () => (await createAuthority('another CA')).issue({ commonName: 'other' }).key,
  ),
}

must(
  'flag.tls-private-key-file.matches',
  {
    ...flagRow('--tls-private-key-file', 'meaning'),
    twin: 'flag.tls-cert-file.served/shows-the-certificate-of-the-file-and-the-ca-certificate-behind-it',
  },
  () => {
    says('The private key is the one of the certificate.')
    refuses
      .for(otherKeys)('%s', async (otherKey) => {
        const { certificate } = await issueServingPair({ commonName: 'one' })
        await expectRefusal({ flags: servingFlags({ certificate, key: await otherKey() }) }, 'private key')
      })
      .sees('tls-key-mismatch-accepted')
  },
)

function filesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(directory, name), 'utf8'))
}

const pem = /-----BEGIN ([A-Z ]+)-----[^]+?-----END \1-----/g

function blocksIn(directory: string, kind: RegExp): string[] {
  return filesIn(directory).flatMap((text) =>
    [...text.matchAll(pem)].flatMap(([block, name = '']) => (kind.test(name) ? [block] : [])),
  )
}

must('flag.cert-dir.generated', flagRow('--cert-dir', 'meaning'), () => {
  says(
    'Without certificate and key files a self-signed pair is generated into the directory and served; with them the directory is left alone.',
  )
  test(
    {
      title: 'serves a pair that it generates in the directory',
      id: 'serves a pair that it puts into the directory',
    },
    async (check) => {
      const { server, chain } = await presentedChain({
        '--tls-cert-file': undefined,
        '--tls-private-key-file': undefined,
      })
      const directory = join(server.directory, 'certs')
      const certificates = blocksIn(directory, /CERTIFICATE/).map((text) => new X509Certificate(text))
      const [leaf] = chain
      const keys = blocksIn(directory, /PRIVATE KEY/).map((text) => createPrivateKey(text))

      expect(certificates.map(({ fingerprint256 }) => fingerprint256)).toContain(leaf?.fingerprint256)
      expect(
        keys.some((key) => leaf?.checkPrivateKey(key)),
        'a key of the certificate',
      ).toBe(true)
      check.observe('names', leaf?.subjectAltName)
    },
  ).sees('cert-dir-ignored')

  test(
    {
      title: 'writes nothing to the directory if there are certificate and key files',
      id: 'leaves the directory alone beside certificate and key files',
    },
    async () => {
      const server = await configuredServer()

      expect(filesIn(join(server.directory, 'certs'))).toEqual([])
    },
  ).sees('cert-dir-written-beside-files')
})

/** Starts a server that generates a pair into a directory, and stops it. */
async function startWithGeneratedPair() {
  const directory = makeWorkspace('cert-dir')
  currentCheck().defer(async () => removeWorkspace(directory))
  const flags: Flags = {
    '--tls-cert-file': undefined,
    '--tls-private-key-file': undefined,
    '--cert-dir': { path: directory },
  }
  const { server, chain } = await presentedChain(flags)
  const generatedFiles = filesIn(directory)
  expect(generatedFiles.length, 'files after the first start').toBeGreaterThan(0)
  await killServer(server)
  return { flags, directory, chain, generatedFiles }
}

must('flag.cert-dir.second-start', flagRow('--cert-dir', 'second start'), () => {
  says('A pair that an earlier start generated into the directory is served again, but not instead of files.')
  test({ title: 'serves the pair of the earlier start', id: 'kept' }, async () => {
    const { flags, directory, chain, generatedFiles } = await startWithGeneratedPair()
    const secondStart = await presentedChain(flags)

    expect(secondStart.chain[0]?.fingerprint256).toBe(chain[0]?.fingerprint256)
    expect(filesIn(directory)).toEqual(generatedFiles)
  }).sees('generated-pair-replaced')

  test(
    { title: 'serves certificate and key files in place of the generated pair', id: 'files-first' },
    async () => {
      const { flags, directory, generatedFiles } = await startWithGeneratedPair()
      const servingPair = await issueServingPair({ commonName: 'of files' })
      const secondStart = await presentedChain({ ...flags, ...servingFlags(servingPair) })

      expect(String(secondStart.chain[0])).toBe(servingPair.certificate)
      expect(filesIn(directory)).toEqual(generatedFiles)
    },
  ).sees('generated-pair-before-files')
})
