import { expect, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import {
  block,
  durationField,
  expectIssuedBy,
  issueCertificate,
  remainingMs,
  signers,
  slackMs,
} from './signing.ts'
import { generalSigner, separateSigners } from './signing-fixtures.ts'

const hourMs = 3_600_000

const requestName = (half: string, signer: string) => `${half}-${signer}`.replaceAll(' ', '-').toLowerCase()

for (const fieldSuffix of ['CertFile', 'KeyFile'] as const) {
  const meaning = fieldSuffix === 'CertFile' ? 'names the authority of' : 'holds the key that signs'
  for (const [name, signer] of Object.entries(signers)) {
    const field = `${signer.block}/${fieldSuffix}`
    declareFieldRule(
      { field, aspect: 'signs', says: `It ${meaning} the certificates of the signer ${signer.name}.` },
      () => {
        test(
          {
            title: `the key pair of ${name} signs its certificates`,
            id: `has a certificate issued by ${name} alone`,
          },
          async () => {
            requireFields(field)
            const { api } = await separateSigners()

            await expectIssuedBy(name, await issueCertificate(api, requestName(fieldSuffix, name), signer))
          },
        ).sees(ignoringFault(field))
      },
    )
  }

  const field = `${block}/ClusterSigning${fieldSuffix}`
  declareFieldRule(
    { field, aspect: 'signs', says: `It ${meaning} cluster-scoped certificates, regardless of the signer.` },
    () => {
      test
        .for(signers)(
          {
            title: 'the authority of the cluster issues certificates of %s',
            id: 'has certificates of %s issued by the authority of the cluster',
          },
          async (signer) => {
            requireFields(field)
            const { api } = await generalSigner()
            const name = requestName(`cluster-${fieldSuffix}`, signer.block.slice(block.length + 1))

            await expectIssuedBy('the cluster', await issueCertificate(api, name, signer))
          },
        )
        .sees(ignoringFault(field))
    },
  )
}

const signer = signers['the client signer']
const fixtures = { 'one hour': [generalSigner, hourMs], 'two hours': [separateSigners, 2 * hourMs] } as const

declareFieldRule(
  {
    field: durationField,
    aspect: 'maximum',
    says: 'No certificate is valid for longer than ClusterSigningDuration, whatever its request specifies.',
  },
  () => {
    test
      .for(fixtures)(
        { title: 'issues certificates for at most %s', id: 'issues for at most %s' },
        async ([fixture, mostMs]) => {
          requireFields(durationField)
          const { api } = await fixture()
          const certificate = await issueCertificate(api, 'unlimited', signer)

          expect(remainingMs(certificate)).toBeLessThanOrEqual(mostMs + slackMs)
        },
      )
      .sees(ignoringFault(durationField))

    test
      .for(fixtures)(
        {
          title: 'issues certificates for at most %s although more is requested',
          id: 'issues for at most %s although more is asked for',
        },
        async ([fixture, mostMs]) => {
          requireFields(durationField)
          const { api } = await fixture()
          const certificate = await issueCertificate(api, 'greedy', signer, (3 * mostMs) / 1000)

          expect(remainingMs(certificate)).toBeLessThanOrEqual(mostMs + slackMs)
        },
      )
      .sees('csr-expiration-seconds-unlimited')
  },
)

declareFieldRule(
  {
    field: durationField,
    aspect: 'asked-for-less',
    says: 'A request can specify less than ClusterSigningDuration in spec.expirationSeconds.',
  },
  () => {
    test(
      {
        title: 'issues a certificate for at most the requested duration',
        id: 'issues for no longer than the request asks',
      },
      async () => {
        const { api } = await separateSigners()
        const certificate = await issueCertificate(api, 'modest', signer, hourMs / 2000)

        expect(remainingMs(certificate)).toBeLessThanOrEqual(hourMs / 2 + slackMs)
      },
    ).sees('csr-expiration-seconds-ignored')
  },
)
