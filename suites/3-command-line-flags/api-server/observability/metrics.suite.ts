import { metricLabels } from './metric-labels.ts'
import { metricServers } from './metric-servers.ts'
import { shownMetrics } from './shown-metrics.ts'

const servers = metricServers()

metricLabels(servers)
shownMetrics(servers)
