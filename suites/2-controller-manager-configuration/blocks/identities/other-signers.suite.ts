import { expect, nowMs, test, untilMoment } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { block, expectIssuedBy, issueCertificate, putRequest, type Signer, signers } from './signing.ts'
import { generalSigner, signersWithoutPair, someSigners } from './signing-fixtures.ts'

// Long enough for a signer that needs as long as the signer of a later request.
const silentMs = 1_000

/** Expects that an approved request is not signed, although a later request to another signer is. */
async function expectUnsigned(
  api: ApiServer,
  name: string,
  signer: Signer,
  signsLater: () => Promise<void>,
): Promise<void> {
  putRequest(api, name, signer)
  await signsLater()
  await untilMoment(nowMs() + silentMs, 'the earlier request would have been signed')

  const status = api.hand.get({ resource: 'certificatesigningrequests', name })?.status
  expect((status as { certificate?: string } | undefined)?.certificate, 'the certificate').toBeUndefined()
}

for (const [index, names] of signersWithoutPair.entries())
  for (const name of names) {
    const signer: Signer = signers[name]
    const field = `${signer.block}/CertFile`
    declareFieldRule(
      {
        field,
        aspect: 'alone',
        says: `Without a key pair the signer ${signer.name} signs nothing, although other signers have pairs.`,
      },
      () => {
        test({ title: `signs no request to ${name} without its key pair`, id: 'unsigned' }, async () => {
          requireFields(field)
          const { api } = await someSigners[index]!()
          const otherName = signersWithoutPair[1 - index]![0]
          const request = name.replaceAll(' ', '-')
          await expectUnsigned(api, request, signer, async () => {
            const certificate = await issueCertificate(api, `after-${request}`, signers[otherName])
            await expectIssuedBy(otherName, certificate)
          })
        }).sees('signing-pair-of-another-signer')
      },
    )
  }

const clusterFile = `${block}/ClusterSigningCertFile`

declareFieldRule(
  {
    field: clusterFile,
    aspect: 'of-others',
    says: 'The authority of the file signs no requests to signers that the document does not name.',
  },
  () => {
    test
      .for({ 'another domain': 'judged.example/client', 'the same domain': 'orch.io/judged' })(
        { title: 'signs no request to a signer of %s', id: 'of-%s' },
        async (name) => {
          requireFields(clusterFile)
          const { api } = await generalSigner()
          const request = name.replaceAll(/\W/g, '-')
          await expectUnsigned(api, request, { ...signers['the client signer'], name }, async () => {
            const certificate = await issueCertificate(api, `after-${request}`, signers['the client signer'])
            await expectIssuedBy('the cluster', certificate)
          })
        },
      )
      .sees('unknown-signers-signed')
  },
)
