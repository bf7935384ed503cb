import { type ApiObject, isRecord, recordAt } from '../model/object.ts'
import { eachOf, fill } from './fill.ts'

type Fields = Readonly<Record<string, unknown>>

/** A pod with what its author left unsaid, and how it is treated. */
export function pod(object: ApiObject): ApiObject {
  const spec = podSpec({ enableServiceLinks: true, ...recordAt(object, 'spec') })
  // What a container may use at most it asks for, unless it asks for less.
  const containers = eachOf(spec.containers, (one) => {
    const limits = recordAt(one.resources, 'limits')
    return Object.keys(limits).length === 0 ? one : fill(one, { resources: { requests: limits } })
  })
  const status = fill(recordAt(object, 'status'), { phase: 'Pending', qosClass: qosClass(spec) })
  return { ...object, spec: { ...spec, ...(containers && { containers }) }, status }
}

/** A pod template with what its author left unsaid. */
export function podTemplate(template: Fields): Fields {
  return { metadata: {}, ...template, spec: podSpec(recordAt(template, 'spec')) }
}

/** A pod's spec with what its author left unsaid. */
function podSpec(spec: Fields): Fields {
  const filled = fill(spec, {
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    terminationGracePeriodSeconds: 30,
    securityContext: {},
  })
  const lists = ['containers', 'initContainers'].filter((list) => Array.isArray(filled[list]))
  return {
    ...filled,
    ...Object.fromEntries(lists.map((list) => [list, (filled[list] as unknown[]).map(container)])),
  }
}

function container(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { image, ports } = value
  const tag = typeof image === 'string' ? /:([^/:@]+)(?:@|$)/.exec(image)?.[1] : undefined
  return fill(
    {
      ...value,
      ...(Array.isArray(ports) && {
        ports: ports.map((port: unknown) => (isRecord(port) ? fill(port, { protocol: 'TCP' }) : port)),
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

/** How a pod is treated when memory runs short, by what its containers ask for and may use. */
function qosClass(spec: Fields): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = ['containers', 'initContainers'].flatMap((list) =>
    Array.isArray(spec[list]) ? spec[list] : [],
  )
  const resources = containers.map((one: unknown) => recordAt(one, 'resources'))
  const amounts = resources.map((one) => ({
    limits: recordAt(one, 'limits'),
    requests: recordAt(one, 'requests'),
  }))
  const names = ['cpu', 'memory']
  if (!amounts.some(({ limits, requests }) => names.some((name) => limits[name] ?? requests[name])))
    return 'BestEffort'
  const full = amounts.every(({ limits, requests }) =>
    names.every((name) => limits[name] !== undefined && (requests[name] ?? limits[name]) === limits[name]),
  )
  return full ? 'Guaranteed' : 'Burstable'
}
