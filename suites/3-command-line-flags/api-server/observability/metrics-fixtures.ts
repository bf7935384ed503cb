import { metricServers } from './metric-servers.ts'

export const servers = metricServers()
