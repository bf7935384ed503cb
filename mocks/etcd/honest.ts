import type { Fields } from '../grpc/service.ts'
import type * as rpc from '#protos/etcd/rpc_pb.ts'
import { checkDelete, checkPut, checkPutAgainst, deleteRange, put } from './operations.ts'
import { checkRange, readRange } from './range.ts'
import type { Store } from './store.ts'
import { runTxn } from './txn.ts'

/** Facts that a member reports. */
export interface MemberFacts {
  readonly store: Store
  /** Release that `Status` reports; API servers choose features by it. */
  readonly version: string
  /** Address for clients. */
  readonly url: () => string
}

// A cluster of one member, whose leader never changes.
const cluster = { clusterId: 0xc1n, memberId: 0x3e3n, raftTerm: 2n } as const

/** Returns the actions of a correct etcd of one member; each takes effect when it is called. Throws `GrpcError`. */
export function honestAnswers({ store, version, url }: MemberFacts) {
  const header = () => ({ ...cluster, revision: store.revision })
  return {
    header,

    range(request: rpc.RangeRequest): Fields<typeof rpc.RangeResponseSchema> {
      checkRange(request)
      return { ...readRange(store, request), header: header() }
    },

    put(request: rpc.PutRequest): Fields<typeof rpc.PutResponseSchema> {
      checkPut(request)
      checkPutAgainst(store, request)
      const response = store.write((writing) => put(store, writing, request))
      return { ...response, header: header() }
    },

    deleteRange(request: rpc.DeleteRangeRequest): Fields<typeof rpc.DeleteRangeResponseSchema> {
      checkDelete(request)
      const response = store.write((writing) => deleteRange(writing, request))
      return { ...response, header: header() }
    },

    txn(request: rpc.TxnRequest): Fields<typeof rpc.TxnResponseSchema> {
      return { ...runTxn(store, request), header: header() }
    },

    compact({ revision }: rpc.CompactionRequest): Fields<typeof rpc.CompactionResponseSchema> {
      store.compact(revision)
      return { header: header() }
    },

    leaseGrant({ TTL, ID }: rpc.LeaseGrantRequest): Fields<typeof rpc.LeaseGrantResponseSchema> {
      const lease = store.leases.grant(TTL, ID)
      return { header: header(), ID: lease.id, TTL: lease.grantedTtl }
    },

    leaseRevoke({ ID }: rpc.LeaseRevokeRequest): Fields<typeof rpc.LeaseRevokeResponseSchema> {
      store.leases.revoke(ID)
      return { header: header() }
    },

    leaseKeepAlive({ ID }: rpc.LeaseKeepAliveRequest): Fields<typeof rpc.LeaseKeepAliveResponseSchema> {
      // An expired lease is not an error here: its time to live is 0.
      return { header: header(), ID, TTL: store.leases.renew(ID)?.grantedTtl ?? 0n }
    },

    leaseTimeToLive({
      ID,
      keys,
    }: rpc.LeaseTimeToLiveRequest): Fields<typeof rpc.LeaseTimeToLiveResponseSchema> {
      const lease = store.leases.find(ID)
      if (lease === undefined) return { header: header(), ID, TTL: -1n }
      return {
        header: header(),
        ID,
        TTL: lease.remainingTtl(),
        grantedTTL: lease.grantedTtl,
        keys: keys ? [...lease.keys].map((key) => Buffer.from(key, 'latin1')) : [],
      }
    },

    leaseLeases(): Fields<typeof rpc.LeaseLeasesResponseSchema> {
      return { header: header(), leases: store.leases.all.map(({ id }) => ({ ID: id })) }
    },

    memberList(): Fields<typeof rpc.MemberListResponseSchema> {
      const member = { ID: cluster.memberId, name: 'default', clientURLs: [url()], peerURLs: [url()] }
      return { header: header(), members: [member] }
    },

    alarm(): Fields<typeof rpc.AlarmResponseSchema> {
      return { header: header(), alarms: [] }
    },

    status(): Fields<typeof rpc.StatusResponseSchema> {
      const index = store.revision
      return {
        header: header(),
        version,
        dbSize: BigInt(store.size),
        dbSizeInUse: BigInt(store.size),
        leader: cluster.memberId,
        raftIndex: index,
        raftAppliedIndex: index,
        raftTerm: cluster.raftTerm,
      }
    },

    defragment(): Fields<typeof rpc.DefragmentResponseSchema> {
      return { header: header() }
    },
  }
}

/** Correct actions by method. */
export type HonestAnswers = ReturnType<typeof honestAnswers>
