import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { agentFlagRow, flagRow } from '../../shared/flags/place.ts'
import { callLosses, type LossyPeer, loseCalls } from './calls.ts'
import { startWithCollector, startWithKmsPlugin } from './grpc-peers.ts'
import { startWithImagePolicy } from './images.ts'
import { startWithIssuer } from './issuer.ts'
import { startLeader } from './lease.ts'
import { startWithRuntime } from './runtime.ts'
import { startWithAuditReceiver, startWithAuthorizer, startWithTokenWebhook } from './webhooks.ts'

const limitMs = inject('settings').thorough ? 3_600_000 : 240_000

const { must, unspecified } = rulesOf({ limitMs, overlaps: true })

type RulePlace = Parameters<typeof must>[1]

/** Peer of a program, with the documented requirement, if any. */
interface CallEntry {
  readonly level: 'must' | 'unspecified'
  readonly place: RulePlace
  readonly says: string
  readonly title: string
  readonly peer: LossyPeer
}

const aspect = 'each call, lost once'
/** Losses for a peer without a documented time limit. */
const lossesWithoutSilence = callLosses.filter((loss) => loss !== 'silence')
const forEachLoss = (result: string): LossyPeer['lost'] =>
  Object.fromEntries(callLosses.map((loss) => [loss, result]))

/** Peers that a serving program calls, by the end of the rule's id. */
const callEntries: Readonly<Record<string, CallEntry>> = {
  'denying-authorizer': {
    level: 'must',
    place: {
      document: 1,
      section: 'AuthorizationConfiguration',
      row: 'failurePolicy',
      aspect: `denies: ${aspect}`,
    },
    says: 'The denying failurePolicy rejects the request whose call fails; the next call decides again.',
    title: 'the denying policy rejects only the request whose call fails',
    peer: { start: () => startWithAuthorizer('deny'), honest: 'allowed', lost: forEachLoss('refused') },
  },
  'passing-authorizer': {
    level: 'must',
    place: {
      document: 1,
      section: 'AuthorizationConfiguration',
      row: 'failurePolicy',
      aspect: `passes on: ${aspect}`,
    },
    says: 'With the failurePolicy of no opinion, the next authorizer decides the request whose call fails, and no other.',
    title: 'the next authorizer decides only the request whose call fails',
    peer: { start: () => startWithAuthorizer('noOpinion'), honest: 'refused', lost: forEachLoss('allowed') },
  },
  'token-webhook': {
    level: 'must',
    place: flagRow('--authentication-token-webhook-config-file', aspect),
    says: 'A call of the token webhook that fails identifies no user; the next one does.',
    title: 'only the token whose call fails is rejected',
    peer: {
      start: startWithTokenWebhook,
      honest: 'alice',
      lost: forEachLoss('unauthenticated'),
      losses: lossesWithoutSilence,
    },
  },
  'kms-plugin': {
    level: 'must',
    place: {
      document: 1,
      section: 'EncryptionConfiguration (v1)',
      row: 'providers',
      aspect: `by way of a plugin: ${aspect}`,
    },
    says: 'An object whose key the plugin does not encrypt is not stored; the next one is stored encrypted.',
    title: 'the object whose call fails is not stored, and the next object is encrypted',
    peer: { start: startWithKmsPlugin, honest: 'encrypted', lost: forEachLoss('rejected') },
  },
  'audit-receiver': {
    level: 'must',
    place: flagRow('--audit-webhook-initial-backoff', aspect),
    says: 'A batch that the receiver did not take is sent again.',
    title: 'every batch is sent until the receiver accepts the batch',
    peer: {
      start: startWithAuditReceiver,
      honest: 'recorded',
      lost: forEachLoss('recorded'),
      losses: lossesWithoutSilence,
    },
  },
  leader: {
    level: 'must',
    place: {
      document: 2,
      section: 'GenericControllerManagerConfiguration',
      row: 'renewDeadline',
      aspect,
      program: 'controller-manager',
      capability: 'leader-leases',
    },
    says: 'A leader that loses the response to one renewal keeps trying to renew, and leads on.',
    title: 'a leader continues after one lost renewal',
    peer: { start: startLeader, honest: 'leads', lost: forEachLoss('leads'), losses: lossesWithoutSilence },
  },
  'container-runtime': {
    level: 'must',
    place: { ...agentFlagRow('--runtime-request-timeout', aspect), program: 'node-agent' },
    says: 'A runtime request that exceeds --runtime-request-timeout is repeated later, whichever it is.',
    title: 'a pod runs although one request to the runtime has no response in time',
    peer: { start: startWithRuntime, honest: 'running', lost: { silence: 'running' } },
  },
  'oidc-issuer': {
    level: 'unspecified',
    place: { document: 1, section: 'AuthenticationConfiguration', row: 'url', aspect },
    says: 'Unspecified: the result of a token whose key is in a lost response; the next token is accepted.',
    title:
      'the response to a token whose key is in a lost response is recorded, and the next token is accepted',
    peer: { start: startWithIssuer, honest: 'alice', lost: {}, losses: lossesWithoutSilence },
  },
  'otlp-collector': {
    level: 'unspecified',
    place: { document: 1, section: 'TracingConfiguration members', row: 'endpoint', aspect },
    says: 'Unspecified: the fate of spans whose export fails; requests are served, and later spans are sent.',
    title: 'requests are served although an export fails, and later spans are sent',
    peer: { start: startWithCollector, honest: '200', lost: {}, losses: lossesWithoutSilence },
  },
  'image-policy': {
    level: 'unspecified',
    place: {
      document: 1,
      section: 'AdmissionConfiguration',
      row: 'configuration',
      aspect,
      capability: 'plugin-effects',
    },
    says: 'Unspecified: the result of a pod whose review of images fails; the next pod is admitted.',
    title: 'the response to a pod whose review of images fails is recorded, and the next pod is admitted',
    peer: { start: startWithImagePolicy, honest: 'made', lost: {}, losses: lossesWithoutSilence },
  },
}

for (const [name, { level, place, says: sentence, title, peer }] of Object.entries(callEntries)) {
  const rule = level === 'must' ? must : unspecified
  rule(`generated.lost-answers.${name}`, place, () => {
    says(sentence)
    test({ title, id: 'each call, lost once' }, () => loseCalls(peer))
  })
}
