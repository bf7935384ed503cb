// orch-conformance-peers, and orch-conformance/peers: common exports of all peers. Each peer also has an entry.
export {
  type CertificateAuthority,
  createAuthority,
  type KeyPair,
  type LeafOptions,
} from '#harness/certificates/authority.ts'
export { HarnessError, type HarnessErrorCode, type HarnessErrorOptions } from '#harness/errors.ts'
export type { MockPeer, Peer, JournalEntry } from '#harness/peer.ts'
export { type Followed, untilAsked } from '#mocks/peer/index.ts'
export { type ClientName, issueClient, sharedAuthority } from '#mocks/tls/index.ts'
export { type Certified, type Trust, trust } from '../trust.ts'
export type {
  /** @deprecated Use `JournalEntry`. */
  JournalEntry as Seen,
} from '#harness/peer.ts'
