import * as is from '../../../config/decode.ts'
import { field, secondEntry } from '../../../config/limits.ts'

const tlsConfig = is.object({ caBundle: is.string(), clientKey: is.string(), clientCert: is.string() })

const transport = is.object({
  tcp: is.object({ url: field(is.string(), { required: 'egress-url-missing-accepted' }), tlsConfig }),
  uds: is.object({
    udsName: field(is.string(), {
      required: 'egress-uds-name-missing-accepted',
      must: {
        'egress-uds-name-with-scheme-accepted': ['have no scheme', (name) => !name.startsWith('unix:')],
      },
    }),
  }),
})

const connection = is.object({
  proxyProtocol: field(is.string(), { required: 'egress-protocol-missing-accepted' }),
  transport,
})

/** Members of an EgressSelectorConfiguration. */
export const egressFields = {
  egressSelections: field(
    is.list(
      is.object({
        name: field(is.string(), { required: 'egress-name-missing-accepted' }),
        connection: field(connection, { required: 'egress-connection-missing-accepted' }),
      }),
    ),
    {
      required: 'egress-selections-missing-accepted',
      refuses: { 'second-egress-selection-refused': secondEntry },
    },
  ),
}

/** Decoded EgressSelectorConfiguration; an omitted member is undefined. */
export type EgressConfig = {
  readonly [K in keyof typeof egressFields]: is.Decoded<(typeof egressFields)[K]> | undefined
}

/** Decoded `connection` member of a selection. */
export type ConnectionConfig = NonNullable<
  NonNullable<EgressConfig['egressSelections']>[number]['connection']
>

/** Decoded `transport` member of a connection. */
export type TransportConfig = NonNullable<ConnectionConfig['transport']>

/** Decoded `tcp` member of a transport. */
export type TcpConfig = NonNullable<TransportConfig['tcp']>
