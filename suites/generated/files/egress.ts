import { type Arbitrary, oneof, record, uniqueArray } from 'fast-check'
import { egressTable } from '../../shared/tables/egress.ts'
import { byUds, drawnConnection, secureWith, tlsFiles } from '../../shared/tables/egress-transport.ts'
import { oneOf } from '../words.ts'
import { type Breaks, fileCases, of } from './file-case.ts'
import { breaksOf, legalOf } from './from-table.ts'

interface Selection {
  readonly name: string
  readonly connection: object
}

interface File {
  readonly egressSelections: readonly Selection[]
}

/**
 * What an EgressSelectorConfiguration must not say; the selection that changes comes first. A socket's name with a
 * scheme is not among it: a server may also start with it, and get nothing through. Nor is a name in upper case, which
 * the documents leave open.
 */
const breaks: Breaks = {
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
  return { name, connection: byUds('HTTPConnect') }
}

function tcp(changes: object, about: string): Breaks[string] {
  return { about, changes: () => drawnConnection(secureWith(changes)) }
}

const { caBundle: _, ...withoutBundle } = tlsFiles

const connections: Arbitrary<object> = oneof(
  oneOf(['HTTPConnect', 'GRPC']).map(byUds),
  oneOf([tlsFiles, withoutBundle]).map((tlsConfig) => secureWith({ tlsConfig })),
)

// Behind the selection of the store nothing listens, so it has none here.
const legal = uniqueArray(
  record({ selection: legalOf(egressTable, 'EgressSelection'), connection: connections }).map(
    ({ selection, connection }) => ({ ...selection, connection }),
  ),
  {
    minLength: 1,
    maxLength: 2,
    // Two words for one selection.
    selector: (one) => (Reflect.get(one, 'name') === 'master' ? 'controlplane' : Reflect.get(one, 'name')),
  },
).map((egressSelections) => ({
  apiVersion: 'apiserver.orch.io/v1alpha1',
  kind: 'EgressSelectorConfiguration',
  egressSelections,
}))

/** Egress files, legal and near-legal. */
export const egressFiles = fileCases('egress', legal, breaks)
/** The constraints that they break. */
export const egressConstraints = Object.keys(breaks)
