import type { StandAlonePeer } from '#harness/peer.ts'

/** Returns every peer that `orch-conformance mock` can run alone. */
export async function standAlonePeers(): Promise<readonly StandAlonePeer[]> {
  const modules = await Promise.all([
    import('./oidc-issuer/stand-alone.ts'),
    import('./etcd/stand-alone.ts'),
    import('./webhook-authorizer/stand-alone.ts'),
    import('./token-webhook/stand-alone.ts'),
    import('./admission-webhook/stand-alone.ts'),
    import('./image-policy/stand-alone.ts'),
    import('./audit-receiver/stand-alone.ts'),
    import('./node-agent/stand-alone.ts'),
    import('./aggregated-api-server/stand-alone.ts'),
    import('./tunnel-proxy/stand-alone.ts'),
    import('./kms-plugin/stand-alone.ts'),
    import('./otlp-collector/stand-alone.ts'),
    import('./jwt-signer/stand-alone.ts'),
    import('./container-runtime/stand-alone.ts'),
    import('./api-server/stand-alone.ts'),
    import('./cloud/stand-alone.ts'),
  ])
  return modules.map(({ standAlone }) => standAlone)
}
