import { type GrpcClient, grpcClient } from '../../grpc/client.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'

/** Clients of a store, for each of its services. */
export interface Clients {
  readonly kv: GrpcClient<typeof rpc.KV>
  readonly lease: GrpcClient<typeof rpc.Lease>
  readonly watch: GrpcClient<typeof rpc.Watch>
}

/** Connects to the store at `host:port`. */
export function connect(host: string): Clients {
  return {
    kv: grpcClient(rpc.KV, host),
    lease: grpcClient(rpc.Lease, host),
    watch: grpcClient(rpc.Watch, host),
  }
}

export function close({ kv, lease, watch }: Clients): void {
  for (const client of [kv, lease, watch]) client.close()
}

// The ids of the cluster are irrelevant, and raft terms depend on elections.
const ignoredFields = new Set(['clusterId', 'memberId', 'raftTerm', '$typeName'])

/** Returns a response without the values that differ between clusters; bytes as text. */
export function comparableResponse(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (Array.isArray(value)) return value.map(comparableResponse)
  if (value instanceof Error) return { error: value.message }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(
    ([name, field]) => !ignoredFields.has(name) && field !== undefined,
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, comparableResponse(field)]))
}
