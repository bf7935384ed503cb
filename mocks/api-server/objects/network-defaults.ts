import { type ApiObject, recordAt } from '../model/object.ts'
import { eachOf, fill } from './fill.ts'

/** Defaults of network objects. */
export const networkDefaults: Readonly<Record<string, (object: ApiObject) => ApiObject>> = {
  Service: service,
  Endpoints: (object) => {
    const subsets = eachOf(object.subsets, (subset) => {
      const ports = eachOf(subset.ports, (port) => fill(port, { protocol: 'TCP' }))
      return { ...subset, ...(ports && { ports }) }
    })
    return { ...object, ...(subsets && { subsets }) }
  },
  EndpointSlice: (object) => {
    const endpoints = eachOf(object.endpoints, (endpoint) => fill(endpoint, { conditions: {} }))
    const ports = eachOf(object.ports, (port) => fill(port, { name: '', protocol: 'TCP' }))
    return { ...object, ...(endpoints && { endpoints }), ...(ports && { ports }) }
  },
  NetworkPolicy: (object) => {
    const { egress } = recordAt(object, 'spec')
    return fill(object, { spec: { policyTypes: ['Ingress', ...(egress === undefined ? [] : ['Egress'])] } })
  },
}

function service(object: ApiObject): ApiObject {
  const { type, ports } = recordAt(object, 'spec')
  const outside = type === 'ExternalName'
  const filled = fill(object, {
    spec: {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      ...(!outside && {
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      }),
    },
    status: { loadBalancer: {} },
  })
  const filledPorts = eachOf(ports, (port) => fill(port, { protocol: 'TCP', targetPort: port.port }))
  return { ...filled, spec: { ...recordAt(filled, 'spec'), ...(filledPorts && { ports: filledPorts }) } }
}
