/** What the documents leave open about egress selection. */
export const egressFreedoms = {
  'both-transports-refused': 'a tunnel server may be reached in one way only',
  'unknown-egress-protocol-is-direct': 'a proxy protocol that is not named means no proxy',
} as const
