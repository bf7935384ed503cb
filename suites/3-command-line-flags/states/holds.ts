import type { KeyPair } from '#harness/certificates/authority.ts'
import { HarnessError, type HeldRequest, holdRequest } from '#kit'
import type { ProbeRequest } from '#kit/clients.ts'
import { type Etcd, type EtcdAnswers, type EtcdRequest, stall } from '#mocks/etcd/index.ts'
import { when } from '#mocks/http/index.ts'
import { untilAsked } from '#mocks/peer/index.ts'
import { heldKinds, type HeldKind } from './model.ts'
import { configMap, configMaps, ordinaryUser, createProber, type StateFixture } from './fixture.ts'

// Longest time from the request to its arrival at the peer. The server needs no other request before it.
const confirmedWithinMs = 10_000
// Longer than the scripts hold requests.
const answerWithinMs = 30_000

/** Puts a request in flight. Settles when its peer has received it. */
export function holdRequestOf(fixture: StateFixture, kind: HeldKind): Promise<HeldRequest> {
  return kind === 'store' ? holdInStore(fixture, { name: 'held' }) : holdAtAuthorizer(fixture)
}

export interface HeldInStore {
  /** Name of the config map. Only requests about it are held. */
  readonly name: string
  /** Default: `read`. A write creates the config map. */
  readonly sort?: 'read' | 'write'
  /** Request of a write of an existing config map, instead of its creation. */
  readonly write?: ProbeRequest
  /** Client of the request. Default: the administrator. */
  readonly clientPair?: KeyPair
  /** Connection of the request. Default: a new one of HTTP/1.1. */
  readonly connection?: 'fresh' | 'http2'
  /** Words for the request. Default: those of the kind `store`. */
  readonly words?: string
  readonly withinMs?: number
}

/** Holds the read or the creation of one config map in the store. */
export async function holdInStore(
  fixture: StateFixture,
  {
    name,
    sort = 'read',
    write,
    clientPair,
    connection = 'fresh',
    words = `request ${heldKinds.store}`,
    withinMs = answerWithinMs,
  }: HeldInStore,
): Promise<HeldRequest> {
  const { etcd, server } = fixture
  const isHeld = ({ key }: EtcdRequest): boolean => key.endsWith(`/configmaps/${configMapKey(name)}`)
  const stalledCall = stallAt(etcd, { sort, isHeld })
  const arrival = nextRequest(
    fixture,
    (one) => isHeld(one) && one.method === (sort === 'read' ? 'Range' : 'Txn'),
  )
  const client = createProber(server, connection, clientPair)
  const probeRequest: ProbeRequest =
    sort === 'read'
      ? { path: `${configMaps}/${name}` }
      : (write ?? { method: 'POST', path: configMaps, body: JSON.stringify(configMap(name)) })
  return holdRequest({
    name: words,
    send: () => client.send({ ...probeRequest, withinMs }),
    awaitArrival: () => arrival,
    releaseRequest: () => stalledCall.release(),
  })
}

interface Stalled {
  readonly sort: 'read' | 'write'
  readonly isHeld: (request: EtcdRequest) => boolean
  readonly stalled: ReturnType<typeof stall>
}

// Stalls by store, because concurrent checks hold requests of one store.
const stalledAt = new WeakMap<Etcd, Stalled[]>()

/** Makes a store hold further requests. */
function stallAt(etcd: Etcd, about: Omit<Stalled, 'stalled'>): Stalled['stalled'] {
  const storeStalls = stalledAt.get(etcd) ?? []
  stalledAt.set(etcd, storeStalls)
  const newStall = stall()
  storeStalls.unshift({ ...about, stalled: newStall })
  const stallOf = (sort: Stalled['sort'], request: EtcdRequest): Stalled['stalled'] | undefined =>
    storeStalls.find((one) => one.sort === sort && one.isHeld(request))?.stalled
  const stallAnswers: Partial<EtcdAnswers> = {
    range: (honest, request) => stallOf('read', request)?.answer(honest) ?? honest,
    txn: (honest, request) => stallOf('write', request)?.answer(honest) ?? honest,
  }
  etcd.answer(stallAnswers)
  return newStall
}

function configMapKey(name: string): string {
  return `lifecycle/${name}`
}

/** Settles at the next request to the store. Earlier requests are ignored. */
function nextRequest({ etcd }: StateFixture, matches: (request: EtcdRequest) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopListening = etcd.onAsked((request) => {
      if (!matches(request)) return
      clearTimeout(limit)
      stopListening()
      resolve()
    })
    const limit = setTimeout(() => {
      stopListening()
      const lastRequests = etcd.journal.slice(-maxShown).map(({ what }) => what)
      const requestsInstead = `The last things it was asked: ${lastRequests.join(', ')}.`
      const message = `The store was not asked for the held config map within ${confirmedWithinMs} ms. ${requestsInstead}`
      reject(new HarnessError('untestable', message))
    }, confirmedWithinMs)
  })
}

const maxShown = 5

async function holdAtAuthorizer({ authorizers, server }: StateFixture): Promise<HeldRequest> {
  if (authorizers === undefined) throw new HarnessError('harness-fault', 'The world has no authorizer.')
  let releaseReview = (): void => {}
  const reviewRelease = new Promise<void>((resolve) => {
    releaseReview = resolve
  })
  const user = 'held-user'
  const webhookHandle = authorizers.webhook('lifecycle').about(user)
  webhookHandle.answer({ review: when(reviewRelease) })
  const client = createProber(server, 'fresh', ordinaryUser(server, user))
  return holdRequest({
    name: `request ${heldKinds.authorizer}`,
    send: () => client.send({ path: `${configMaps}/sampled`, withinMs: answerWithinMs }),
    awaitArrival: () => untilAsked(webhookHandle, () => true, { withinMs: confirmedWithinMs }),
    releaseRequest: releaseReview,
  })
}
