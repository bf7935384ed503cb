import { shareServers } from '../../fixtures/authenticators.ts'
import { hostTrusting } from '../../fixtures/system-roots.ts'
import { systemVerifier } from './system-verifier.ts'

shareServers(
  { 'system-verifier': systemVerifier },
  { beside: async ({ certificateAuthority }) => ({ env: await hostTrusting(certificateAuthority) }) },
)
