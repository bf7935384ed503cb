import { type ApiObject, isRecord, recordAt } from '../model/object.ts'
import { mapItems, fillDefaults } from './fill.ts'

type Fields = Readonly<Record<string, unknown>>

/** Returns a pod with defaults and its QoS class. */
export function withPodDefaults(object: ApiObject): ApiObject {
  const spec = withPodSpecDefaults({ enableServiceLinks: true, ...recordAt(object, 'spec') })
  // The requests of a container default to its limits.
  const containers = mapItems(spec.containers, (specContainer) => {
    const limits = recordAt(specContainer.resources, 'limits')
    return Object.keys(limits).length === 0
      ? specContainer
      : fillDefaults(specContainer, { resources: { requests: limits } })
  })
  const status = fillDefaults(recordAt(object, 'status'), { phase: 'Pending', qosClass: qosClass(spec) })
  return { ...object, spec: { ...spec, ...(containers && { containers }) }, status }
}

/** Returns a pod template with defaults. */
export function withTemplateDefaults(template: Fields): Fields {
  return { metadata: {}, ...template, spec: withPodSpecDefaults(recordAt(template, 'spec')) }
}

/** Returns a pod's spec with defaults. */
function withPodSpecDefaults(spec: Fields): Fields {
  const filledSpec = fillDefaults(spec, {
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    terminationGracePeriodSeconds: 30,
    securityContext: {},
  })
  const lists = ['containers', 'initContainers'].filter((list) => Array.isArray(filledSpec[list]))
  return {
    ...filledSpec,
    ...Object.fromEntries(
      lists.map((list) => [list, (filledSpec[list] as unknown[]).map(withContainerDefaults)]),
    ),
  }
}

function withContainerDefaults(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { image, ports } = value
  const tag = typeof image === 'string' ? /:([^/:@]+)(?:@|$)/.exec(image)?.[1] : undefined
  return fillDefaults(
    {
      ...value,
      ...(Array.isArray(ports) && {
        ports: ports.map((port: unknown) =>
          isRecord(port) ? fillDefaults(port, { protocol: 'TCP' }) : port,
        ),
      }),
    },
    {
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      imagePullPolicy: tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent',
      resources: {},
    },
  )
}

/** Returns the QoS class of a pod, from the requests and limits of its containers. */
function qosClass(spec: Fields): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = ['containers', 'initContainers'].flatMap((list) =>
    Array.isArray(spec[list]) ? spec[list] : [],
  )
  const resources = containers.map((container: unknown) => recordAt(container, 'resources'))
  const amounts = resources.map((requirements) => ({
    limits: recordAt(requirements, 'limits'),
    requests: recordAt(requirements, 'requests'),
  }))
  const names = ['cpu', 'memory']
  if (!amounts.some(({ limits, requests }) => names.some((name) => limits[name] ?? requests[name])))
    return 'BestEffort'
  const isGuaranteed = amounts.every(({ limits, requests }) =>
    names.every((name) => limits[name] !== undefined && (requests[name] ?? limits[name]) === limits[name]),
  )
  return isGuaranteed ? 'Guaranteed' : 'Burstable'
}
