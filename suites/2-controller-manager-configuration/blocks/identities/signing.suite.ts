import { X509Certificate } from 'node:crypto'
import { expect } from '#harness/check/expect.ts'
import { shared } from '#harness/check/shared.ts'
import { test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { demandFields, fieldRule } from '../field.ts'
import { sharedWorld, type World } from '../world.ts'
import { authority, block, issued, signers } from './signing.ts'

const pem = (name: string, content: string) => file(name, content, { verbatim: true })
const duration = `${block}/ClusterSigningDuration`
// Machines and signers may disagree by a little about what the time is.
const slackMs = 60_000
const hourMs = 3_600_000

const watched = ['certificatesigningrequests']
const blocks = ['CSRSigningController']

type Fields = Readonly<Record<string, unknown>>
const starting = (fields: () => Promise<Fields>): (() => Promise<World>) => {
  let known: Fields = {}
  const world = sharedWorld(() => ({ blocks, fields: known, watched }))
  const told = shared(async () => {
    known = await fields()
  })
  return async () => {
    await told()
    return world()
  }
}

/** Each signer with a pair of its own. */
const separate = starting(async () => {
  const pairs = await Promise.all(
    Object.entries(signers).map(async ([name, signer], number) => {
      const { certificate, key } = await authority(name)
      return [
        [`${signer.block}/CertFile`, pem(`signer-${number}.crt`, certificate)],
        [`${signer.block}/KeyFile`, pem(`signer-${number}.key`, key)],
      ]
    }),
  )
  return { ...Object.fromEntries(pairs.flat() as [string, unknown][]), [duration]: '2h' }
})

/** One pair for all of them. */
const general = starting(async () => {
  const { certificate, key } = await authority('the cluster')
  return {
    [`${block}/ClusterSigningCertFile`]: pem('cluster.crt', certificate),
    [`${block}/ClusterSigningKeyFile`]: pem('cluster.key', key),
    [duration]: '1h',
  }
})

async function expectIssuedBy(name: string, certificate: X509Certificate): Promise<void> {
  const issuer = new X509Certificate((await authority(name)).certificate)
  expect(certificate.issuer).toBe(issuer.subject)
  expect(certificate.verify(issuer.publicKey), 'the signature').toBe(true)
}

const nameFor = (half: string, who: string) => `${half}-${who}`.replaceAll(' ', '-').toLowerCase()

for (const half of ['CertFile', 'KeyFile'] as const) {
  const what = half === 'CertFile' ? 'names the authority of' : 'holds the key that signs'
  for (const [name, signer] of Object.entries(signers)) {
    const field = `${signer.block}/${half}`
    fieldRule(
      { field, aspect: 'signs', says: `It ${what} the certificates of the signer ${signer.name}.` },
      () => {
        test(`has a certificate issued by ${name} alone`, async () => {
          demandFields(field)
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
          demandFields(field)
          const { api } = await general()
          const name = nameFor(`cluster-${half}`, signer.block.slice(block.length + 1))

          await expectIssuedBy('the cluster', await issued(api, name, signer))
        })
        .sees(ignoring(field))
    },
  )
}

const signer = signers['the client signer']
const worlds = { 'one hour': [general, hourMs], 'two hours': [separate, 2 * hourMs] } as const

fieldRule(
  {
    field: duration,
    aspect: 'maximum',
    says: 'No certificate is valid for longer than ClusterSigningDuration, whatever its request specifies.',
  },
  () => {
    test
      .for(worlds)('issues for at most %s', async ([world, mostMs]) => {
        demandFields(duration)
        const { api } = await world()
        const certificate = await issued(api, 'unlimited', signer)

        expect(leftMs(certificate)).toBeLessThanOrEqual(mostMs + slackMs)
      })
      .sees(ignoring(duration))

    test
      .for(worlds)(
        {
          title: 'issues for at most %s although more is requested',
          id: 'issues for at most %s although more is asked for',
        },
        async ([world, mostMs]) => {
          demandFields(duration)
          const { api } = await world()
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
    test('issues for no longer than the request asks', async () => {
      const { api } = await separate()
      const certificate = await issued(api, 'modest', signer, hourMs / 2000)

      expect(leftMs(certificate)).toBeLessThanOrEqual(hourMs / 2 + slackMs)
    }).sees('csr-expiration-seconds-ignored')
  },
)

const leftMs = (certificate: X509Certificate) => Date.parse(certificate.validTo) - Date.now()
