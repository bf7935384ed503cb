import { expect, test } from '#kit'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, fieldRule } from '../field.ts'
import { block, expectIssuedBy, issued, signers } from './signing.ts'
import { duration, general, leftMs, separate, slackMs } from './signing-fixtures.ts'

const hourMs = 3_600_000

const nameFor = (half: string, who: string) => `${half}-${who}`.replaceAll(' ', '-').toLowerCase()

for (const half of ['CertFile', 'KeyFile'] as const) {
  const what = half === 'CertFile' ? 'names the authority of' : 'holds the key that signs'
  for (const [name, signer] of Object.entries(signers)) {
    const field = `${signer.block}/${half}`
    fieldRule(
      { field, aspect: 'signs', says: `It ${what} the certificates of the signer ${signer.name}.` },
      () => {
        test(`has a certificate issued by ${name} alone`, async () => {
          requireFields(field)
          const { api } = await separate()

          await expectIssuedBy(name, await issued(api, nameFor(half, name), signer))
        }).sees(ignoring(field))
      },
    )
  }

  const field = `${block}/ClusterSigning${half}`
  fieldRule(
    { field, aspect: 'signs', says: `It ${what} cluster-scoped certificates, regardless of the signer.` },
    () => {
      test
        .for(signers)('has certificates of %s issued by the authority of the cluster', async (signer) => {
          requireFields(field)
          const { api } = await general()
          const name = nameFor(`cluster-${half}`, signer.block.slice(block.length + 1))

          await expectIssuedBy('the cluster', await issued(api, name, signer))
        })
        .sees(ignoring(field))
    },
  )
}

const signer = signers['the client signer']
const fixtures = { 'one hour': [general, hourMs], 'two hours': [separate, 2 * hourMs] } as const

fieldRule(
  {
    field: duration,
    aspect: 'maximum',
    says: 'No certificate is valid for longer than ClusterSigningDuration, whatever its request specifies.',
  },
  () => {
    test
      .for(fixtures)(
        { title: 'issues certificates for at most %s', id: 'issues for at most %s' },
        async ([fixture, mostMs]) => {
          requireFields(duration)
          const { api } = await fixture()
          const certificate = await issued(api, 'unlimited', signer)

          expect(leftMs(certificate)).toBeLessThanOrEqual(mostMs + slackMs)
        },
      )
      .sees(ignoring(duration))

    test
      .for(fixtures)(
        {
          title: 'issues certificates for at most %s although more is requested',
          id: 'issues for at most %s although more is asked for',
        },
        async ([fixture, mostMs]) => {
          requireFields(duration)
          const { api } = await fixture()
          const certificate = await issued(api, 'greedy', signer, (3 * mostMs) / 1000)

          expect(leftMs(certificate)).toBeLessThanOrEqual(mostMs + slackMs)
        },
      )
      .sees('csr-expiration-seconds-unlimited')
  },
)

fieldRule(
  {
    field: duration,
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
        const { api } = await separate()
        const certificate = await issued(api, 'modest', signer, hourMs / 2000)

        expect(leftMs(certificate)).toBeLessThanOrEqual(hourMs / 2 + slackMs)
      },
    ).sees('csr-expiration-seconds-ignored')
  },
)
