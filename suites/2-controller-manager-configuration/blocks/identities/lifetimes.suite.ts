import { type NamedCases, formerly, expect, seeing, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import {
  approve,
  block,
  setDecision,
  durationField,
  expectIssuedBy,
  issueCertificate,
  issuedCertificate,
  putRequest,
  remainingMs,
  type Signer,
  signers,
  slackMs,
} from './signing.ts'
import { earlyRequest, generalSigner, separateSigners } from './signing-fixtures.ts'

const minuteS = 60
const hourS = 60 * minuteS

/**
 * The two manager configurations, by the key pair that signs: maximum certificate lifetime and shorter lifetimes to
 * request, in seconds.
 */
const configurations = {
  'a pair of its own': { world: separateSigners, mostS: 2 * hourS, less: [30 * minuteS, 90 * minuteS] },
  'the pair of the cluster': { world: generalSigner, mostS: hourS, less: [20 * minuteS, 40 * minuteS] },
} as const

type SignerName = keyof typeof signers
type SignerCase = readonly [name: SignerName, signer: Signer, configuration: keyof typeof configurations]
const cases: NamedCases<SignerCase> = Object.fromEntries(
  Object.entries(signers).flatMap(([name, signer]) =>
    Object.keys(configurations).map((pair) => [
      `${name} with ${pair.replace('pair', 'key pair')}`,
      formerly(`${name} with ${pair}`, [
        name as SignerName,
        signer,
        pair as keyof typeof configurations,
      ] as SignerCase),
    ]),
  ),
)

const nameOf = (what: string, [name]: readonly [string, ...unknown[]]) =>
  `${what}-${name.replaceAll(' ', '-')}`
const isClients = ([name]: SignerCase) => name === 'the client signer'

declareFieldRule(
  {
    field: durationField,
    aspect: 'each-signer',
    says: 'ClusterSigningDuration limits the certificates of each signer, and a request to each may ask for less.',
  },
  () => {
    test
      .for(cases)(
        { title: 'a certificate of %s is valid for at most the requested duration', id: 'less-of-%s' },
        async (signerCase) => {
          requireFields(durationField)
          const { world: fixture, less } = configurations[signerCase[2]]
          const { api } = await fixture()
          for (const seconds of less) {
            const certificate = await issueCertificate(
              api,
              nameOf(`less-${seconds}`, signerCase),
              signerCase[1],
              seconds,
            )
            expect(remainingMs(certificate)).toBeLessThanOrEqual(seconds * 1_000 + slackMs)
          }
        },
      )
      .sees((signerCase) =>
        isClients(signerCase) ? 'csr-expiration-seconds-ignored' : 'csr-expiration-seconds-of-clients-alone',
      )

    test
      .for(cases)(
        {
          title: 'a certificate of %s is valid for at most the maximum if more is requested',
          id: 'more-of-%s',
        },
        async (signerCase) => {
          requireFields(durationField)
          const { world: fixture, mostS } = configurations[signerCase[2]]
          const { api } = await fixture()
          for (const seconds of [mostS + 10 * minuteS, 100 * mostS]) {
            const certificate = await issueCertificate(
              api,
              nameOf(`more-${seconds}`, signerCase),
              signerCase[1],
              seconds,
            )
            expect(remainingMs(certificate)).toBeLessThanOrEqual(mostS * 1_000 + slackMs)
          }
        },
      )
      .sees('csr-expiration-seconds-unlimited')

    test
      .for(cases)(
        {
          title: 'a certificate of %s is valid for at most the maximum if no duration is requested',
          id: 'none-of-%s',
        },
        async (signerCase) => {
          requireFields(durationField)
          const { world: fixture, mostS } = configurations[signerCase[2]]
          const { api } = await fixture()
          const certificate = await issueCertificate(api, nameOf('none', signerCase), signerCase[1])

          expect(remainingMs(certificate)).toBeLessThanOrEqual(mostS * 1_000 + slackMs)
        },
      )
      .sees((signerCase) =>
        isClients(signerCase) ? ignoringFault(durationField) : 'csr-duration-of-clients-alone',
      )
  },
)

const clusterFile = `${block}/ClusterSigningCertFile`
/** Moments at which a request is approved, with the decision that it has before. */
const requestMoments = {
  'before the program started': seeing(['csr-of-before-not-signed'], 'at the start'),
  'after its creation': formerly(
    'after its request was created',
    seeing(['csr-approved-later-not-signed'], 'none'),
  ),
  'after it was denied': seeing(['csr-once-denied-not-signed'], 'Denied'),
  'after it failed': seeing(['csr-once-failed-not-signed'], 'Failed'),
} as const

for (const [name, signer] of Object.entries(signers)) {
  declareFieldRule(
    {
      field: clusterFile,
      aspect: `moments.${name.replaceAll(' ', '-')}`,
      says: `The authority of the file signs a request to ${name}, whenever it was approved.`,
    },
    () => {
      test.for(requestMoments)(
        { title: 'signs a request that was approved %s', id: 'signs one that was approved %s' },
        async (before) => {
          requireFields(clusterFile)
          const { api } = await generalSigner()
          if (before === 'at the start') {
            const request = earlyRequest(name as SignerName)
            return expectIssuedBy('the cluster', await issuedCertificate(api, request))
          }
          const request = `later-${nameOf(before.toLowerCase(), [name])}`
          putRequest(api, request, signer, { isApproved: false })
          setDecision(api, request, before)
          await issueCertificate(api, `meanwhile-${nameOf(before.toLowerCase(), [name])}`, signer)
          approve(api, request)

          await expectIssuedBy('the cluster', await issuedCertificate(api, request))
        },
      )
    },
  )
}
