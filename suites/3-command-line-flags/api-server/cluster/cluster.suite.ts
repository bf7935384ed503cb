import { clusterIpRules } from './cluster-ips.ts'
import { electionRules } from './elections.ts'
import { endpointRules } from './endpoints.ts'
import { nodeAddressRules } from './node-addresses.ts'
import { nodePortRules } from './node-ports.ts'
import { nodeRules } from './nodes.ts'
import { objectRules } from './objects.ts'
import { podRules } from './pods.ts'

// They share five servers, which differ in every flag.
objectRules()
podRules()
clusterIpRules()
nodePortRules()
endpointRules()
nodeRules()
nodeAddressRules()
electionRules()
