import type { StandAlonePeer } from '#harness/peer.ts'

/** Every peer that `orch-conformance mock` can run alone. */
export async function standAlonePeers(): Promise<readonly StandAlonePeer[]> {
  const modules = await Promise.all([import('./oidc-issuer/alone.ts'), import('./etcd/alone.ts')])
  return modules.map(({ alone }) => alone)
}
