import type { StandAlonePeer } from '#harness/peer.ts'

/** Every peer that `orch-conformance mock` can run alone. */
export async function standAlonePeers(): Promise<readonly StandAlonePeer[]> {
  const modules = await Promise.all([
    import('./oidc-issuer/alone.ts'),
    import('./etcd/alone.ts'),
    import('./webhook-authorizer/alone.ts'),
    import('./token-webhook/alone.ts'),
    import('./admission-webhook/alone.ts'),
    import('./image-policy/alone.ts'),
    import('./tunnel-proxy/alone.ts'),
    import('./kms-plugin/alone.ts'),
    import('./otlp-collector/alone.ts'),
    import('./jwt-signer/alone.ts'),
  ])
  return modules.map(({ alone }) => alone)
}
