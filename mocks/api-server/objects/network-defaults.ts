import { type ApiObject, recordAt } from '../model/object.ts'
import { mapItems, fillDefaults } from './fill.ts'

/** Defaults of network objects. */
export const networkDefaults: Readonly<Record<string, (object: ApiObject) => ApiObject>> = {
  Service: withServiceDefaults,
  Endpoints: (object) => {
    const subsets = mapItems(object.subsets, (subset) => {
      const ports = mapItems(subset.ports, (port) => fillDefaults(port, { protocol: 'TCP' }))
      return { ...subset, ...(ports && { ports }) }
    })
    return { ...object, ...(subsets && { subsets }) }
  },
  EndpointSlice: (object) => {
    const endpoints = mapItems(object.endpoints, (endpoint) => fillDefaults(endpoint, { conditions: {} }))
    const ports = mapItems(object.ports, (port) => fillDefaults(port, { name: '', protocol: 'TCP' }))
    return { ...object, ...(endpoints && { endpoints }), ...(ports && { ports }) }
  },
  NetworkPolicy: (object) => {
    const { egress } = recordAt(object, 'spec')
    return fillDefaults(object, {
      spec: { policyTypes: ['Ingress', ...(egress === undefined ? [] : ['Egress'])] },
    })
  },
}

function withServiceDefaults(object: ApiObject): ApiObject {
  const { type, ports } = recordAt(object, 'spec')
  const isExternalName = type === 'ExternalName'
  const filledService = fillDefaults(object, {
    spec: {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      ...(!isExternalName && {
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      }),
    },
    status: { loadBalancer: {} },
  })
  const filledPorts = mapItems(ports, (port) =>
    fillDefaults(port, { protocol: 'TCP', targetPort: port.port }),
  )
  return {
    ...filledService,
    spec: { ...recordAt(filledService, 'spec'), ...(filledPorts && { ports: filledPorts }) },
  }
}
