import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { agentFlagRow, flagRow } from '../../shared/flags/place.ts'
import { agentStart, managerStart } from './api.ts'
import { type LossyStart, loseEachResponse } from './drive.ts'
import { issuerStart, kmsStart, proxyStart, runtimeStart } from './starts.ts'
import { storeStart } from './store.ts'

// Long enough for hundreds of starts with --thorough.
const limitMs = inject('settings').thorough ? 3_600_000 : 240_000

const { unspecified } = rulesOf({ limitMs, overlaps: true })

const aspect = 'each response of a start, lost once'

type RulePlace = Parameters<typeof unspecified>[1]

/** Start with the names of the program and the peer. */
interface StartEntry {
  readonly place: RulePlace
  readonly program: string
  readonly peer: string
  /** Id of the check; by default derived from the peer. */
  readonly id?: string
  readonly start: LossyStart
}

/** Peers that a program calls while it starts, by the end of the rule's id. */
const startsByPeer: Readonly<Record<string, StartEntry>> = {
  store: {
    place: flagRow('--etcd-servers', aspect),
    program: 'the API server',
    peer: 'its store',
    id: 'each response of the store',
    start: storeStart,
  },
  manager: {
    place: {
      document: 2,
      section: 'GenericControllerManagerConfiguration',
      row: 'ClientConnection',
      aspect,
      program: 'controller-manager',
    },
    program: 'the controller manager',
    peer: 'its API server',
    id: 'each response to the manager',
    start: managerStart,
  },
  agent: {
    place: { ...agentFlagRow('--orchconfig', aspect), program: 'node-agent' },
    program: 'the node agent',
    peer: 'its API server',
    id: 'each response to the agent',
    start: agentStart,
  },
  'kms-start': {
    place: { document: 1, section: 'EncryptionConfiguration (v1)', row: 'kms', aspect },
    program: 'the API server',
    peer: 'its KMS plugin',
    start: kmsStart,
  },
  'issuer-start': {
    place: { document: 1, section: 'AuthenticationConfiguration', row: 'url', aspect },
    program: 'the API server',
    peer: 'its issuer',
    start: issuerStart,
  },
  'proxy-start': {
    place: {
      document: 1,
      section: 'EgressSelectorConfiguration (v1alpha1)',
      row: 'Connection.proxyProtocol',
      aspect,
    },
    program: 'the API server',
    peer: 'the proxy to its issuer',
    start: proxyStart,
  },
  'runtime-start': {
    place: { ...agentFlagRow('--container-runtime-endpoint', aspect), program: 'node-agent' },
    program: 'the node agent',
    peer: 'its container runtime',
    start: runtimeStart,
  },
}

for (const [name, { place, program, peer, id = 'each response of a start', start }] of Object.entries(
  startsByPeer,
)) {
  unspecified(`generated.lost-answers.${name}`, place, () => {
    says(`Unspecified: the outcome of a start of ${program} that loses one response of ${peer}.`)
    const title = `${program} that loses a response of ${peer} becomes ready or ends with an error`
    test({ title, id }, () => loseEachResponse(start))
  })
}
