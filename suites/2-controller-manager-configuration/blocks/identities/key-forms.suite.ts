import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createAuthority } from '#harness/certificates/authority.ts'
import { expect, shared, test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { sharedFixture } from '../fixture.ts'
import { issueCertificate, pem, signers } from './signing.ts'

/** Forms of private keys, one for each signer. */
const forms = {
  'an ECDSA key of SEC 1': { signer: 'the serving signer', algorithm: 'ecdsa', type: 'sec1' },
  'an ECDSA key of PKCS #8': { signer: 'the node client signer', algorithm: 'ecdsa', type: 'pkcs8' },
  'an RSA key of PKCS #1': { signer: 'the client signer', algorithm: 'rsa', type: 'pkcs1' },
  'an RSA key of PKCS #8': { signer: 'the legacy signer', algorithm: 'rsa', type: 'pkcs8' },
} as const

const authorities = shared(async () => ({
  ecdsa: await createAuthority('the ECDSA authority'),
  rsa: await createAuthority('the RSA authority', undefined, 'rsa'),
}))
let fields: Readonly<Record<string, unknown>> = {}
const fixture = sharedFixture(() => ({
  blocks: ['CSRSigningController'],
  fields,
  watchedResources: ['certificatesigningrequests'],
}))

for (const [form, { signer: name, algorithm, type }] of Object.entries(forms)) {
  const signer = signers[name]
  const field = `${signer.block}/KeyFile`
  declareFieldRule(
    { field, aspect: 'form', says: `${form.replace('an', 'An')} in PEM signs certificates.` },
    () => {
      test({ title: `signs with ${form}`, id: 'signs' }, async () => {
        requireFields(field)
        const pairs = await authorities()
        fields = Object.fromEntries(
          Object.values(forms).flatMap((each, number) => {
            const { certificate, key } = pairs[each.algorithm]
            const keyText = createPrivateKey(key).export({ type: each.type as 'pkcs8', format: 'pem' })
            const { block } = signers[each.signer]
            return [
              [`${block}/CertFile`, pem(`form-${number}.crt`, certificate)],
              [`${block}/KeyFile`, pem(`form-${number}.key`, keyText.toString())],
            ]
          }),
        )
        const { api } = await fixture()
        const certificate = await issueCertificate(api, `with-${algorithm}-${type}`, signer)

        const issuer = new X509Certificate(pairs[algorithm].certificate)
        expect(certificate.verify(issuer.publicKey), 'the signature').toBe(true)
      }).sees('signing-keys-of-pkcs-8-alone')
    },
  )
}
