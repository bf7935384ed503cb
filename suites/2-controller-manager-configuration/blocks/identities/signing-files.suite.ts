import { createPublicKey, X509Certificate } from 'node:crypto'
import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import { accepts, currentCheck, expect, refuses, seeing, shared, test } from '#kit'
import { file } from '#kit/launch.ts'
import { checkApi, expectManagerRefusal, managerOutcome } from '../../../shared/controller-manager.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectAccepts } from '../refusals.ts'
import { type ManagerFixtureSpec, startSpec } from '../fixture.ts'
import { block, issueCertificate, type Signer, signers } from './signing.ts'

const blocks = ['CSRSigningController']
const watchedResources = ['certificatesigningrequests']
const pem = (name: string, content: string) => file(name, content, { verbatim: true })

const ecdsaAuthority = shared(() => createAuthority('the ECDSA authority'))
const rsaAuthority = shared(() => createAuthority('the RSA authority', undefined, 'rsa'))
const otherAuthority = shared(() => createAuthority('another authority'))

/** Fields of a key pair, and a signer that uses the pair. */
interface PairFields {
  readonly certificate: string
  readonly key: string
  readonly signer: Signer
}

const pairOf = (at: string, signer: Signer): PairFields => ({
  certificate: `${at}CertFile`,
  key: `${at}KeyFile`,
  signer,
})
const pairs: Readonly<Record<string, PairFields>> = {
  'the cluster': pairOf(`${block}/ClusterSigning`, signers['the client signer']),
  ...Object.fromEntries(
    Object.entries(signers).map(([name, signer]) => [name, pairOf(`${signer.block}/`, signer)]),
  ),
}

const spec = (fields: Readonly<Record<string, unknown>>): ManagerFixtureSpec => ({
  blocks,
  fields,
  watchedResources,
})
const filesOf = ({ certificate, key }: PairFields, pair: CertificateAuthority, name = 'pair') => ({
  [certificate]: pem(`${name}.crt`, pair.certificate),
  [key]: pem(`${name}.key`, pair.key),
})

for (const [name, pair] of Object.entries(pairs)) {
  const { certificate, key, signer } = pair
  const ignoredFieldFaults = [ignoringFault(certificate), ignoringFault(key)]
  const expectPairRefusal = async (fields: Readonly<Record<string, unknown>>) => {
    requireFields(certificate, key)
    const managerSpec = spec({ ...filesOf(pair, await ecdsaAuthority()), ...fields })
    // The refusal may name either file, since they are a pair.
    const errorTerms = [
      'pair.crt',
      'pair.key',
      ...Object.keys(fields).map((field) => field.split('/').at(-1) ?? ''),
    ]
    await expectManagerRefusal(startSpec(managerSpec, await checkApi()), errorTerms)
  }

  declareFieldRule(
    {
      field: certificate,
      aspect: 'certificate',
      says: `The certificate file of ${name} has the certificate of an authority in PEM, and an RSA pair signs as well.`,
    },
    () => {
      accepts({ title: 'an RSA pair, and signs with it', id: 'an RSA pair, which signs' }, async () => {
        requireFields(certificate, key)
        const authority = await rsaAuthority()
        const api = await checkApi()
        const { outcome } = await managerOutcome(startSpec(spec(filesOf(pair, authority)), api), async () => {
          const signedCertificate = await issueCertificate(api, 'by-rsa', signer)
          const issuer = new X509Certificate(authority.certificate)
          expect(signedCertificate.verify(issuer.publicKey), 'the signature').toBe(true)
        })

        expect(outcome).toBe('ready')
      }).sees('signing-pair-rsa-refused', ...ignoredFieldFaults)

      refuses
        .for({
          'a file that does not exist': seeing([], async (): Promise<unknown> => '/none/pair.crt'),
          'an empty file': seeing([], async () => pem('pair.crt', '')),
          'a file that is not PEM': seeing([], async () => pem('pair.crt', 'this is no certificate\n')),
          'a private key': seeing([], async () => pem('pair.crt', (await ecdsaAuthority()).key)),
          'a certificate of another key': seeing(['signing-pair-not-compared'], async () =>
            pem('pair.crt', (await otherAuthority()).certificate),
          ),
        })('%s', async (value) => {
          await expectPairRefusal({ [certificate]: await value() })
        })
        .sees('signing-files-unchecked')

      refuses(
        {
          title: 'a certificate that is not the certificate of a CA',
          id: 'a certificate that is not of an authority',
        },
        async () => {
          const { certificate: leaf, key: leafKey } = (await ecdsaAuthority()).issue({ commonName: 'a leaf' })

          await expectPairRefusal({ [certificate]: pem('pair.crt', leaf), [key]: pem('pair.key', leafKey) })
        },
      ).sees('signing-files-unchecked', 'signing-certificate-of-no-authority-accepted')
    },
  )

  declareFieldRule(
    {
      field: key,
      aspect: 'private-key',
      says: `The key file of ${name} has the private key of the certificate, RSA or ECDSA, in PEM.`,
    },
    () => {
      accepts('an ECDSA pair', async () => {
        await expectAccepts(spec(filesOf(pair, await ecdsaAuthority())), key)
      }).sees(...ignoredFieldFaults)

      refuses
        .for({
          'a file that does not exist': seeing([], async (): Promise<unknown> => '/none/pair.key'),
          'an empty file': seeing([], async () => pem('pair.key', '')),
          'a file that is not PEM': seeing([], async () => pem('pair.key', 'this is no key\n')),
          'a public key': seeing([], async () => pem('pair.key', publicKeyOf(await ecdsaAuthority()))),
          'the key of another certificate': seeing(['signing-pair-not-compared'], async () =>
            pem('pair.key', (await otherAuthority()).key),
          ),
        })('%s', async (value) => {
          await expectPairRefusal({ [key]: await value() })
        })
        .sees('signing-files-unchecked')
    },
  )
}

function publicKeyOf({ key }: CertificateAuthority): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
}

const cluster = pairs['the cluster'] as PairFields

declareFieldRule(
  {
    field: cluster.certificate,
    aspect: 'beside-own',
    says: 'A signer that has a pair of its own signs with that pair, also where the cluster has one.',
  },
  () => {
    for (const [name, pair] of Object.entries(pairs).filter(([each]) => each !== 'the cluster'))
      test(
        {
          title: `signs with the key pair of ${name}, or refuses a configuration with both pairs`,
          id: `signs with the pair of ${name}, or refuses both`,
        },
        async () => {
          requireFields(pair.certificate, cluster.certificate)
          const [own, general, api] = [await ecdsaAuthority(), await otherAuthority(), await checkApi()]
          const fields = { ...filesOf(pair, own, 'own'), ...filesOf(cluster, general, 'cluster') }
          const { outcome } = await managerOutcome(startSpec(spec(fields), api), async () => {
            const certificate = await issueCertificate(api, 'by-own', pair.signer)
            expect(certificate.verify(new X509Certificate(own.certificate).publicKey), 'by its own').toBe(
              true,
            )
          })

          currentCheck().observe('both pairs at once', outcome)
          expect(outcome).toMatch(/^(ready|refused)$/)
        },
      ).sees('signing-pair-of-cluster-first')
  },
)
