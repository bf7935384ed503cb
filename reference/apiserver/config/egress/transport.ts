import type { Problems } from '../../../config/problems.ts'
import { freedom } from '../../../quirks/quirks.ts'
import type { TcpConfig, TransportConfig } from './fields.ts'

/** Checks the transport to a tunnel server. */
export function validateTransport(
  { tcp, uds }: TransportConfig,
  protocol: 'HTTPConnect' | 'GRPC',
  path: string,
  problems: Problems,
): void {
  if (tcp === undefined && uds === undefined) {
    problems.require(false, path, 'needs tcp or uds', 'egress-transport-empty-accepted')
  }
  if (tcp !== undefined && uds !== undefined && freedom('both-transports-refused')) {
    problems.add(path, 'has both tcp and uds')
  }
  if (tcp !== undefined && uds === undefined && protocol === 'GRPC') {
    problems.require(false, `${path}.tcp`, 'does not carry GRPC', 'egress-grpc-over-tcp-accepted')
  }
  if (tcp !== undefined) validateTcp(tcp, `${path}.tcp`, problems)
  problems.forbid(uds !== undefined, `${path}.uds`, `egress-uds-for-${protocol}-refused`)
}

function validateTcp(
  { url = '', tlsConfig = emptyConfig }: TcpConfig,
  path: string,
  problems: Problems,
): void {
  const isHttps = url.startsWith('https://')
  if (url !== '') {
    const isHttp = isHttps || url.startsWith('http://')
    const message = 'must start with http:// or https://'
    problems.require(isHttp, `${path}.url`, message, 'egress-url-scheme-unchecked')
    problems.forbid(isHttp, `${path}.url`, isHttps ? 'egress-https-url-refused' : 'egress-http-url-refused')
  }
  const { caBundle = '', clientKey = '', clientCert = '' } = tlsConfig
  const configPath = `${path}.tlsConfig`
  if (isHttps) {
    problems.require(
      clientKey !== '',
      `${configPath}.clientKey`,
      'required',
      'egress-https-without-client-key-accepted',
    )
    problems.require(
      clientCert !== '',
      `${configPath}.clientCert`,
      'required',
      'egress-https-without-client-cert-accepted',
    )
    problems.forbid(caBundle === '', `${configPath}.caBundle`, 'egress-https-without-ca-bundle-refused')
    return
  }
  if (!url.startsWith('http://')) return
  const emptyMessage = 'must be empty beside http://'
  problems.require(
    caBundle === '',
    `${configPath}.caBundle`,
    emptyMessage,
    'egress-http-with-ca-bundle-accepted',
  )
  problems.require(
    clientKey === '',
    `${configPath}.clientKey`,
    emptyMessage,
    'egress-http-with-client-key-accepted',
  )
  problems.require(
    clientCert === '',
    `${configPath}.clientCert`,
    emptyMessage,
    'egress-http-with-client-cert-accepted',
  )
}

const emptyConfig = { caBundle: undefined, clientKey: undefined, clientCert: undefined }
