import type { ChannelOptions } from '@grpc/grpc-js'

/**
 * Options of every client: it connects to its address only. By default, clients also use the proxies of the environment,
 * and query DNS for a service configuration of the host.
 */
export const directOptions: ChannelOptions = {
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
}
