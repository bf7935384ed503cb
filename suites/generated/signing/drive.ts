import { X509Certificate } from 'node:crypto'
import { becomesTrue } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import {
  authority,
  setDecision,
  putRequest,
  remainingMs,
  separatePairs,
  signers,
  slackMs,
} from '../../2-controller-manager-configuration/blocks/identities/signing.ts'
import { judgeOnManager } from '../on-manager.ts'
import { signerNames, type SigningAction, type SigningCase } from './model.ts'
import { type Requirement, requirementsAfter } from './oracle.ts'

const hourS = 3_600
const maxLifetimeS = 2 * hourS
const requestedS = { none: undefined, less: hourS, more: 2 * maxLifetimeS } as const
// Longest wait for the certificates of a round on a busy machine. A retry after an invalid request waits longer.
const signsWithinMs = 20_000

/** Runs all cases on one controller manager, each with separate requests. */
export async function judgeSigning(cases: readonly SigningCase[]): Promise<readonly CaseResult[]> {
  const issuers = new Map(
    await Promise.all(
      signerNames.map(
        async (name) => [name, new X509Certificate((await authority(name)).certificate)] as const,
      ),
    ),
  )
  return judgeOnManager(cases, {
    configuration: {
      blocks: ['CSRSigningController'],
      fields: await separatePairs(`${maxLifetimeS}s`),
      watchedResources: ['certificatesigningrequests'],
    },
    prepare: () => {},
    play: async (api, found) => {
      const roundCount = Math.max(...cases.map(({ rounds }) => rounds.length))
      for (let index = 0; index < roundCount && found.every((own) => own.length === 0); index++) {
        for (const [at, { rounds }] of cases.entries())
          for (const action of rounds[index] ?? []) playAction(api, nameOf(at, action), action)
        await compare({ cases, round: index, api, issuers }, found)
      }
    },
  })
}

const nameOf = (at: number, { request }: Pick<SigningAction, 'request'>): string => `drawn-${at}-${request}`

function playAction(api: ApiServer, name: string, action: SigningAction): void {
  const ref = { resource: 'certificatesigningrequests', name }
  const exists = api.hand.get(ref) !== undefined
  if ('signer' in action) {
    if (exists) api.hand.remove(ref)
    putRequest(api, name, signers[action.signer], {
      expirationSeconds: requestedS[action.lifetime],
      isApproved: false,
      isValid: action.isValid,
    })
  } else if (!exists) return
  setDecision(api, name, action.decision)
}

interface Comparison {
  readonly cases: readonly SigningCase[]
  readonly round: number
  readonly api: ApiServer
  readonly issuers: ReadonlyMap<string, X509Certificate>
}

/** Waits for the certificates that the requests of each case must have after a round, and compares them. */
async function compare(
  { cases, round, api, issuers }: Comparison,
  found: readonly Disagreement[][],
): Promise<void> {
  const certificateOf = (name: string): X509Certificate | undefined => {
    const status = api.hand.get({ resource: 'certificatesigningrequests', name })?.status
    const encoded = (status as { certificate?: string } | undefined)?.certificate
    return encoded === undefined ? undefined : new X509Certificate(Buffer.from(encoded, 'base64'))
  }
  const defectOf = (at: number, { request, signer, lifetime }: Requirement): string | undefined => {
    const certificate = certificateOf(nameOf(at, { request }))
    if (certificate === undefined) return 'no certificate'
    const issuer = issuers.get(signer)
    if (issuer === undefined || !certificate.verify(issuer.publicKey))
      return 'a certificate of another signer'
    const limitS = Math.min(requestedS[lifetime] ?? maxLifetimeS, maxLifetimeS)
    return remainingMs(certificate) > limitS * 1_000 + slackMs ? 'a certificate for longer' : undefined
  }
  const defects = (): readonly (readonly [number, Requirement, string])[] =>
    cases.flatMap((one, at) =>
      requirementsAfter(one, round + 1).flatMap((requirement) => {
        const defect = defectOf(at, requirement)
        return defect === undefined ? [] : [[at, requirement, defect] as const]
      }),
    )
  await becomesTrue(() => defects().length === 0, signsWithinMs)
  for (const [at, requirement, actual] of defects())
    found[at]?.push({ asked: { ...cases[at], afterRound: round }, expected: requirement, actual })
}
