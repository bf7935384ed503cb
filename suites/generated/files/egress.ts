import { type Arbitrary, oneof, record, uniqueArray } from 'fast-check'
import { egressTable } from '#documents/1/egress.ts'
import { udsConnection, drawnConnection, secureConnection, tlsFiles } from '#documents/1/egress-transport.ts'
import { oneOf } from '../drawn-values.ts'
import { type Violations, fileCases, of } from './file-case.ts'
import { breaksOf, legalOf } from './from-table.ts'

interface Selection {
  readonly name: string
  readonly connection: object
}

interface File {
  readonly egressSelections: readonly Selection[]
}

/**
 * Violations of an EgressSelectorConfiguration. The changed selection comes first. A socket name with a scheme is not
 * included: a server may start with it and pass no traffic. A name in upper case is not included, as the documents
 * leave it open.
 */
const breaks: Violations = {
  ...breaksOf(egressTable),
  'name twice in a row': {
    about: 'name',
    changes: ({ egressSelections }: File) => ({
      egressSelections: [...egressSelections, ...egressSelections.slice(-1)],
    }),
  },
  'name twice, another between': {
    about: 'name',
    changes: ({ egressSelections: [first = other('cluster')] }: File) => ({
      egressSelections: [first, other(first.name === 'cluster' ? 'controlplane' : 'cluster'), first],
    }),
  },
  'master beside controlplane': {
    about: 'name',
    changes: (_, pick) => ({
      egressSelections: of(
        [
          ['master', 'controlplane'],
          ['controlplane', 'cluster', 'master'],
        ],
        pick,
      ).map(other),
    }),
  },
  ...Object.fromEntries(
    Object.entries(tlsFiles).map(([name, value]) => [
      `${name} beside http`,
      tcp({ url: 'http://127.0.0.1:1', tlsConfig: { [name]: value } }, name),
    ]),
  ),
  'https without a key': tcp({ tlsConfig: { ...tlsFiles, clientKey: undefined } }, 'clientKey'),
  'https without a certificate': tcp({ tlsConfig: { ...tlsFiles, clientCert: undefined } }, 'clientCert'),
}

function other(name: string): Selection {
  return { name, connection: udsConnection('HTTPConnect') }
}

function tcp(changes: object, about: string): Violations[string] {
  return { about, changes: () => drawnConnection(secureConnection(changes)) }
}

const { caBundle: _, ...withoutBundle } = tlsFiles

const connections: Arbitrary<object> = oneof(
  oneOf(['HTTPConnect', 'GRPC']).map(udsConnection),
  oneOf([tlsFiles, withoutBundle]).map((tlsConfig) => secureConnection({ tlsConfig })),
)

// No server listens at the selection of the store, so it has none here.
const legal = uniqueArray(
  record({ selection: legalOf(egressTable, 'EgressSelection'), connection: connections }).map(
    ({ selection, connection }) => ({ ...selection, connection }),
  ),
  {
    minLength: 1,
    maxLength: 2,
    // Two names for one selection.
    selector: (one) => (Reflect.get(one, 'name') === 'master' ? 'controlplane' : Reflect.get(one, 'name')),
  },
).map((egressSelections) => ({
  apiVersion: 'apiserver.orch.io/v1alpha1',
  kind: 'EgressSelectorConfiguration',
  egressSelections,
}))

/** Egress files, legal and near-legal. */
export const egressFiles = fileCases('egress', legal, breaks)
/** The constraints of their violations. */
export const egressConstraints = Object.keys(breaks)
