import type { KindReader } from '../load.ts'
import type { Problems } from '../../../config/problems.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import { type ConnectionConfig, type EgressConfig, egressFields } from './fields.ts'
import { validateTransport } from './transport.ts'

/** Reader of the file of `--egress-selector-config-file`. */
export const egressKind: KindReader<typeof egressFields> = {
  kind: 'EgressSelectorConfiguration',
  fields: egressFields,
  validate: validateEgress,
}

const names = ['controlplane', 'master', 'etcd', 'cluster'] as const

/** Applies the rules of document 1 to an EgressSelectorConfiguration. */
function validateEgress({ egressSelections }: EgressConfig, problems: Problems): void {
  for (const [index, { name = '', connection }] of (egressSelections ?? []).entries()) {
    const path = `egressSelections[${index}]`
    if (name !== '') validateName(name, `${path}.name`, problems)
    if (connection !== undefined) validateConnection(connection, `${path}.connection`, problems)
    const earlierSelection = (egressSelections ?? [])
      .slice(0, index)
      .find((earlier) => selectionOf(earlier.name) === selectionOf(name))
    const fault =
      earlierSelection?.name === name
        ? 'egress-selection-repeated-accepted'
        : 'egress-master-beside-controlplane-accepted'
    problems.require(earlierSelection === undefined, `${path}.name`, 'used by an earlier entry', fault)
  }
}

const selectionOf = (name = '') => (name === 'master' ? 'controlplane' : name)

function validateName(name: string, path: string, problems: Problems): void {
  const ignoresCase = fault('egress-name-case-ignored')
  const knownName = names.find(
    (allowedName) => allowedName === name || (ignoresCase && allowedName === name.toLowerCase()),
  )
  if (knownName === undefined) {
    problems.require(false, path, `must be one of ${names.join(', ')}`, 'egress-name-unchecked')
  } else problems.forbid(true, path, `egress-name-${knownName}-refused`)
}

function validateConnection(
  { proxyProtocol = '', transport }: ConnectionConfig,
  path: string,
  problems: Problems,
): void {
  const protocolPath = `${path}.proxyProtocol`
  if (proxyProtocol === '') return
  if (proxyProtocol === 'Direct') {
    if (transport !== undefined) problems.add(`${path}.transport`, 'belongs to a proxy')
    return
  }
  if (proxyProtocol !== 'HTTPConnect' && proxyProtocol !== 'GRPC') {
    // The documents do not list all protocols.
    if (!freedom('unknown-egress-protocol-is-direct')) problems.add(protocolPath, 'is no known protocol')
    return
  }
  problems.forbid(true, protocolPath, `egress-protocol-${proxyProtocol}-refused`)
  if (transport !== undefined) validateTransport(transport, proxyProtocol, `${path}.transport`, problems)
  else {
    const message = `required for ${proxyProtocol}`
    problems.require(
      false,
      `${path}.transport`,
      message,
      `egress-transport-missing-for-${proxyProtocol}-accepted`,
    )
  }
}
