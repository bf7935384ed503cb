import { watchTransports } from '#kit/clients.ts'

/** States of the API server until its end. */
export const states = ['starting', 'serving', 'delaying', 'draining'] as const
export type State = (typeof states)[number]

/** Health endpoints, each sampled on a separate connection. */
export const healthKinds = ['/livez', '/healthz', '/readyz'] as const
export type HealthKind = (typeof healthKinds)[number]

/** Connections of new requests, by the words that complete a check's title. */
export const newRequestKinds = {
  fresh: 'on a fresh connection',
  kept: 'on a kept connection',
  http2: 'over HTTP/2',
} as const
export type NewRequestKind = keyof typeof newRequestKinds

/** Peers that hold a request in flight. */
export const heldKinds = { store: 'that the store holds', authorizer: 'that the authorizer holds' } as const
export type HeldKind = keyof typeof heldKinds

export type Kind = HealthKind | NewRequestKind | HeldKind | `watch over ${(typeof watchTransports)[number]}`

const watchKinds = watchTransports.map((transport) => `watch over ${transport}` as const)

/** All kinds of requests, which form the cells of the coverage together with states and flag sets. */
export const kinds: readonly Kind[] = [
  ...healthKinds,
  ...(Object.keys(newRequestKinds) as NewRequestKind[]),
  ...(Object.keys(heldKinds) as HeldKind[]),
  ...watchKinds,
]

/** The end of one server: its flags, the requests in flight, and the events around the signal. */
export interface Ending {
  readonly delayMs?: number
  readonly retryAfter?: true
  readonly graceMs?: number
  readonly requestTimeoutMs?: number
  readonly holds?: readonly HeldKind[]
  /** Holds requests of other methods, and over HTTP/2, in the store, too. */
  readonly furtherHolds?: true
  /** Time of the release of the held requests, from the documented start of draining. */
  readonly releaseAfterMs?: number
  readonly watches?: true
  /** Time at which the clients leave their watches, from the documented start of draining. */
  readonly leaveAfterMs?: number
  /** Time of a second signal, from the first signal. */
  readonly secondSignalAfterMs?: number
}

const busyServer = { holds: ['store', 'authorizer'], watches: true } as const

/** Returns the ending with longer times, for a machine on which the planned times were too short for a result. */
export function slowedEnding(ending: Ending, times: number): Ending {
  return Object.fromEntries(
    Object.entries(ending).map(([field, value]) => [
      field,
      typeof value === 'number' ? Math.round(value * times) : value,
    ]),
  )
}

/** Endings that the documents distinguish, and endings that they leave open. */
export const endings = {
  'delay and retry-after': {
    delayMs: 1_500,
    retryAfter: true,
    ...busyServer,
    furtherHolds: true,
    releaseAfterMs: 1_500,
  },
  'retry-after alone': { retryAfter: true, holds: ['store'], releaseAfterMs: 1_200 },
  'delay and grace': { delayMs: 1_500, graceMs: 1_500, watches: true },
  'grace, and the watches leave': { graceMs: 7_000, watches: true, leaveAfterMs: 400 },
  'grace, and no watch': { graceMs: 7_000 },
  'delay, retry-after and grace': {
    delayMs: 1_000,
    retryAfter: true,
    graceMs: 800,
    ...busyServer,
    releaseAfterMs: 2_200,
  },
  'delay alone': { delayMs: 1_200, ...busyServer, releaseAfterMs: 800, requestTimeoutMs: 4_000 },
  'no flag, busy': { ...busyServer, releaseAfterMs: 800, requestTimeoutMs: 4_000 },
  'no flag, idle': {},
  'second signal': { delayMs: 8_000, secondSignalAfterMs: 500, holds: ['store'], releaseAfterMs: 0 },
} as const satisfies Readonly<Record<string, Ending>>

export type EndingName = keyof typeof endings

/** Documented behaviour of request kinds in one state. */
export interface ModelRow {
  /** The row of the States table. */
  readonly row: string
  readonly state: State
  /** Reports whether the row applies to a flag set. */
  readonly appliesTo: (ending: Ending) => boolean
  readonly kinds: readonly Kind[]
  readonly says: string
}

const allNewRequestKinds = Object.keys(newRequestKinds) as NewRequestKind[]
const allHeldKinds = Object.keys(heldKinds) as HeldKind[]
const isDelayed = ({ delayMs }: Ending): boolean => delayMs !== undefined

/** Documented behaviour of a server that has become ready. The start has separate scenarios. */
export const endingModel: readonly ModelRow[] = [
  {
    row: 'serving: termination requested',
    state: 'delaying',
    appliesTo: isDelayed,
    kinds: ['/livez', '/healthz'],
    says: 'succeeds',
  },
  {
    row: 'serving: termination requested',
    state: 'delaying',
    appliesTo: isDelayed,
    kinds: ['/readyz'],
    says: 'fails at once',
  },
  {
    row: 'serving: termination requested',
    state: 'delaying',
    appliesTo: isDelayed,
    kinds: [...allNewRequestKinds, ...allHeldKinds, ...watchKinds],
    says: 'is still served',
  },
  {
    row: 'draining: requests in flight',
    state: 'draining',
    appliesTo: ({ retryAfter }) => retryAfter === true,
    kinds: allNewRequestKinds,
    says: 'is rejected with 429',
  },
  {
    row: 'draining: requests in flight',
    state: 'draining',
    appliesTo: ({ retryAfter }) => retryAfter === true,
    kinds: allHeldKinds,
    says: 'is drained',
  },
  {
    row: 'draining: active watches',
    state: 'draining',
    appliesTo: ({ graceMs }) => graceMs !== undefined,
    kinds: watchKinds,
    says: 'is waited for',
  },
]

/** Returns the kinds by the words that complete a check's title. */
export const kindsByName = <K extends string>(names: Readonly<Record<K, string>>): Record<string, K> =>
  Object.fromEntries(Object.entries(names).map(([kind, name]) => [name as string, kind as K]))
