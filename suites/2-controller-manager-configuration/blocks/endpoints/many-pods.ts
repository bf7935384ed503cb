import type { ApiServer } from '#mocks/api-server/index.ts'
import { addPod, type PodState, removePod, serviceWithPods, setReady } from './pods.ts'

/** Step of a sequence: a change of the pods with these numbers. */
export type PodStep =
  | { readonly add: readonly [from: number, to: number]; readonly isReady?: boolean }
  | { readonly remove: readonly [from: number, to: number] }
  | { readonly unready: readonly [from: number, to: number] }
  | { readonly ready: readonly [from: number, to: number] }

/** A service and the sequence of changes to its pods. */
interface ManyPods {
  /** Fields of the service in addition to its selector. */
  readonly spec?: object
  readonly familiesOfPods?: 2
  readonly steps: readonly PodStep[]
}

const bothFamilies = {
  ipFamilyPolicy: 'PreferDualStack',
  ipFamilies: ['IPv4', 'IPv6'],
  clusterIP: 'None',
  clusterIPs: ['None'],
}
const ports = [80, 81, 82].map((port) => ({ name: `port-${port}`, port, targetPort: port }))

/** Services, each with its pods in the order of their steps. */
export const manyPods = {
  'pods of two families': {
    spec: bothFamilies,
    familiesOfPods: 2,
    steps: [{ add: [1, 8] }, { add: [9, 13] }],
  },
  'several ports': { spec: { ports }, steps: [{ add: [1, 8] }, { remove: [2, 4] }, { add: [9, 13] }] },
  'no address of its own': { spec: { clusterIP: 'None' }, steps: [{ add: [1, 8] }, { add: [9, 13] }] },
  'pods that are not ready at first': {
    steps: [
      { add: [1, 8], isReady: false },
      { ready: [1, 8] },
      { add: [9, 13], isReady: false },
      { ready: [9, 13] },
    ],
  },
  'pods that become unready and ready again': {
    steps: [{ add: [1, 8] }, { unready: [1, 5] }, { add: [9, 11] }, { ready: [1, 5] }],
  },
  'pods that are removed and come back': {
    steps: [{ add: [1, 8] }, { remove: [3, 6] }, { add: [3, 6] }, { add: [9, 13] }],
  },
  'pods that are all replaced': { steps: [{ add: [1, 8] }, { add: [9, 16] }, { remove: [1, 8] }] },
  'pods that all go and come again': { steps: [{ add: [1, 8] }, { remove: [1, 8] }, { add: [1, 8] }] },
  'pods that come one by one': {
    steps: Array.from({ length: 8 }, (_, index): PodStep => ({ add: [index + 1, index + 1] })),
  },
} as const satisfies Readonly<Record<string, ManyPods>>
export type ManyPodsName = keyof typeof manyPods

export const stepsOf = (name: ManyPodsName): readonly PodStep[] => manyPods[name].steps

/** Returns the name of the service of a case. */
export const serviceOf = (name: ManyPodsName) => `crowd-${name.replaceAll(' ', '-')}`

/** Creates the services and the pods of their first steps. */
export function arrangeServices(api: ApiServer): void {
  for (const name of Object.keys(manyPods) as ManyPodsName[]) {
    const [first] = stepsOf(name)
    if (first !== undefined) applyStep(api, name, first)
    serviceWithPods(api, serviceOf(name), 0, (manyPods[name] as ManyPods).spec)
  }
}

/** Applies a step to the pods of a service. */
export function applyStep(api: ApiServer, name: ManyPodsName, step: PodStep): void {
  const service = serviceOf(name)
  const forEachNumber = ([from, to]: readonly [number, number], action: (number: number) => void) => {
    for (let number = from; number <= to; number++) action(number)
  }
  if ('add' in step)
    forEachNumber(step.add, (number) => addPod(api, service, number, stateOf(name, number, step.isReady)))
  else if ('remove' in step) forEachNumber(step.remove, (number) => removePod(api, service, number))
  else if ('unready' in step) forEachNumber(step.unready, (number) => setReady(api, service, number, false))
  else forEachNumber(step.ready, (number) => setReady(api, service, number, true))
}

function stateOf(name: ManyPodsName, number: number, isReady = true): PodState {
  const ips = [
    `192.0.2.${number}`,
    ...((manyPods[name] as ManyPods).familiesOfPods === 2 ? [`2001:db8::${number}`] : []),
  ]
  return { isReady, ips }
}

/** Returns the numbers of the ready pods after the given number of steps. */
export function podsReadyAfter(name: ManyPodsName, steps: number): ReadonlySet<number> {
  const readyNumbers = new Set<number>()
  const change = ([from, to]: readonly [number, number], isIn: boolean) => {
    for (let number = from; number <= to; number++) {
      if (isIn) readyNumbers.add(number)
      else readyNumbers.delete(number)
    }
  }
  for (const step of stepsOf(name).slice(0, steps)) {
    if ('add' in step) change(step.add, step.isReady ?? true)
    else if ('ready' in step) change(step.ready, true)
    else change('remove' in step ? step.remove : step.unready, false)
  }
  return readyNumbers
}
