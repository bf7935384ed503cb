import { type Arbitrary, oneof, record, uniqueArray } from 'fast-check'
import { egressTable } from '#documents/1/egress.ts'
import { udsConnection, drawnConnection, secureConnection, tlsFiles } from '#documents/1/egress-transport.ts'
import { oneOf } from '../drawn-values.ts'
import { type Violations, fileCases, pickFrom } from './file-case.ts'
import { violationsOf, legalMembersOf } from './from-table.ts'

interface Selection {
  readonly name: string
  readonly connection: object
}

interface File {
  readonly egressSelections: readonly Selection[]
}

/**
 * Violations of an EgressSelectorConfiguration. Each violation is in the first selection of the list, which a generated
 * file may swap with another. Socket names with a scheme are not included, because a server may start with them.
 * Selection names in upper case are not included either, because the documents leave their effect open.
 */
const violations: Violations = {
  ...violationsOf(egressTable),
  'name twice in a row': {
    about: 'name',
    changes: ({ egressSelections }: File) => ({
      egressSelections: [...egressSelections, ...egressSelections.slice(-1)],
    }),
  },
  'name twice, another between': {
    about: 'name',
    changes: ({ egressSelections: [first = otherSelection('cluster')] }: File) => ({
      egressSelections: [first, otherSelection(first.name === 'cluster' ? 'controlplane' : 'cluster'), first],
    }),
  },
  'master beside controlplane': {
    about: 'name',
    changes: (_, pick) => ({
      egressSelections: pickFrom(
        [
          ['master', 'controlplane'],
          ['controlplane', 'cluster', 'master'],
        ],
        pick,
      ).map(otherSelection),
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

function otherSelection(name: string): Selection {
  return { name, connection: udsConnection('HTTPConnect') }
}

function tcp(changes: object, subject: string): Violations[string] {
  return { about: subject, changes: () => drawnConnection(secureConnection(changes)) }
}

const { caBundle: _, ...withoutBundle } = tlsFiles

const connections: Arbitrary<object> = oneof(
  oneOf(['HTTPConnect', 'GRPC']).map(udsConnection),
  oneOf([tlsFiles, withoutBundle]).map((tlsConfig) => secureConnection({ tlsConfig })),
)

// Valid files. The selection of the store is excluded, because no proxy listens at the addresses.
const legalFiles = uniqueArray(
  record({ selection: legalMembersOf(egressTable, 'EgressSelection'), connection: connections }).map(
    ({ selection, connection }) => ({ ...selection, connection }),
  ),
  {
    minLength: 1,
    maxLength: 2,
    // `master` is another name of `controlplane`.
    selector: (one) => (Reflect.get(one, 'name') === 'master' ? 'controlplane' : Reflect.get(one, 'name')),
  },
).map((egressSelections) => ({
  apiVersion: 'apiserver.orch.io/v1alpha1',
  kind: 'EgressSelectorConfiguration',
  egressSelections,
}))

/** Egress files, valid or with one violation. */
export const egressFiles = fileCases('egress', legalFiles, violations)
/** Constraints that these files violate. */
export const egressConstraints = Object.keys(violations)
