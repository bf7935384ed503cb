import * as is from '../../../config/decode.ts'

const tlsConfig = is.object({ caBundle: is.string(), clientKey: is.string(), clientCert: is.string() })

const transport = is.object({
  tcp: is.object({ url: is.string(), tlsConfig }),
  uds: is.object({ udsName: is.string() }),
})

/** The members of an EgressSelectorConfiguration. */
export const egressFields = {
  egressSelections: is.list(
    is.object({ name: is.string(), connection: is.object({ proxyProtocol: is.string(), transport }) }),
  ),
}

/** An EgressSelectorConfiguration as it was read; whatever was left out is undefined. */
export type EgressConfig = {
  readonly [K in keyof typeof egressFields]: is.Decoded<(typeof egressFields)[K]> | undefined
}

/** The `connection` member of a selection. */
export type ConnectionConfig = NonNullable<
  NonNullable<EgressConfig['egressSelections']>[number]['connection']
>

/** The `transport` member of a connection. */
export type TransportConfig = NonNullable<ConnectionConfig['transport']>

/** The `tcp` member of a transport. */
export type TcpConfig = NonNullable<TransportConfig['tcp']>
