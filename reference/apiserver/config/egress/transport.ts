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

function validateTcp({ url = '', tlsConfig = empty }: TcpConfig, path: string, problems: Problems): void {
  const secure = url.startsWith('https://')
  if (url !== '') {
    const isHttp = secure || url.startsWith('http://')
    const says = 'must start with http:// or https://'
    problems.require(isHttp, `${path}.url`, says, 'egress-url-scheme-unchecked')
    problems.forbid(isHttp, `${path}.url`, secure ? 'egress-https-url-refused' : 'egress-http-url-refused')
  }
  const { caBundle = '', clientKey = '', clientCert = '' } = tlsConfig
  const at = `${path}.tlsConfig`
  if (secure) {
    problems.require(
      clientKey !== '',
      `${at}.clientKey`,
      'required',
      'egress-https-without-client-key-accepted',
    )
    problems.require(
      clientCert !== '',
      `${at}.clientCert`,
      'required',
      'egress-https-without-client-cert-accepted',
    )
    problems.forbid(caBundle === '', `${at}.caBundle`, 'egress-https-without-ca-bundle-refused')
    return
  }
  if (!url.startsWith('http://')) return
  const says = 'must be empty beside http://'
  problems.require(caBundle === '', `${at}.caBundle`, says, 'egress-http-with-ca-bundle-accepted')
  problems.require(clientKey === '', `${at}.clientKey`, says, 'egress-http-with-client-key-accepted')
  problems.require(clientCert === '', `${at}.clientCert`, says, 'egress-http-with-client-cert-accepted')
}

const empty = { caBundle: undefined, clientKey: undefined, clientCert: undefined }
