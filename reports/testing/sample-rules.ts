import type { ExcludedRule, Rule } from '#harness/catalogue.ts'

/** Rule of the sample with its checks, the accepted one first. */
export interface SampleRule {
  readonly rule: Rule
  readonly accepts: string
  readonly refuses?: readonly string[]
}

const authentication = { document: 1, section: 'AuthenticationConfiguration' } as const

/** Rules of documents 1 and 3 that together show every verdict. */
export const sampleRules: readonly SampleRule[] = [
  {
    rule: {
      id: 'authn.jwt.iss-equals-issuer-url',
      level: 'MUST',
      says: 'A token is accepted only if its iss claim and issuer.url are the same string.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { ...authentication, rows: ['issuer.url'] },
    },
    accepts: 'accepts a token whose iss is issuer.url',
    refuses: [
      'refuses a token whose iss has a trailing slash',
      'refuses a token whose iss is in upper case',
      'refuses a token whose iss is left out',
    ],
  },
  {
    rule: {
      id: 'authn.jwt.discovery-url-differs',
      level: 'MUST',
      says: 'A file whose discoveryURL is the same as its issuer.url is refused at start.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { ...authentication, rows: ['issuer.discoveryURL'] },
    },
    accepts: 'starts with a discoveryURL that differs from url',
    refuses: ['refuses to start with a discoveryURL that equals url'],
  },
  {
    rule: {
      id: 'authn.jwt.audience-matches',
      level: 'MUST',
      says: 'A token is accepted if at least one entry of audiences is in its aud claim.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { ...authentication, rows: ['issuer.audiences'] },
    },
    accepts: 'accepts a token with one of two audiences',
    refuses: ['refuses a token whose aud holds none of the audiences'],
  },
  {
    rule: {
      id: 'authn.jwt.audience-match-policy',
      level: 'UNSPECIFIED',
      says: 'Which values audienceMatchPolicy takes is left open.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { ...authentication, rows: ['issuer.audienceMatchPolicy'] },
    },
    accepts: 'records which values are accepted',
  },
  {
    rule: {
      id: 'authn.jwt.email-verified',
      level: 'MUST',
      says: 'A user name taken from the email claim counts only if email_verified is true or absent.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { ...authentication, rows: ['claimMappings.username'] },
    },
    accepts: 'accepts a token whose email is verified',
    refuses: ['refuses a token whose email is not verified'],
  },
  {
    rule: {
      id: 'authn.anonymous.conditions',
      level: 'MUST',
      says: 'With conditions, anonymous requests are served on the named paths and on no other.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { ...authentication, rows: ['anonymous.conditions'] },
    },
    accepts: 'serves an anonymous request on a named path',
    refuses: ['refuses an anonymous request on any other path'],
  },
  {
    rule: {
      id: 'egress.proxy.connect',
      level: 'MUST',
      says: 'With an HTTPConnect selection, connections leave through a CONNECT request to the proxy.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { document: 1, section: 'EgressSelectorConfiguration', rows: ['proxyProtocol'] },
      capability: 'objects',
    },
    accepts: 'reaches a webhook through the proxy',
  },
  {
    rule: {
      id: 'tracing.endpoint.default-unset',
      level: 'SHOULD',
      says: 'The endpoint is best left unset; the exporter then speaks to localhost:4317.',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: { document: 1, section: 'TracingConfiguration members', rows: ['endpoint'] },
    },
    accepts: 'exports to the default address',
  },
  {
    rule: {
      id: 'flags.shutdown.readyz-fails-at-once',
      level: 'MUST',
      says: 'While the shutdown delay runs, /readyz fails at once and /livez still succeeds.',
      program: 'apiserver',
      profile: 'apiserver-states',
      judgedBy: 'behaviour',
      source: { document: 3, section: 'States and transitions', rows: ['serving'] },
    },
    accepts: 'fails /readyz within one poll of the signal',
    refuses: ['refuses new requests only after the delay'],
  },
  {
    rule: {
      id: 'flags.anonymous-auth.exclusive',
      level: 'MUST',
      says: 'The --anonymous-auth flag and the anonymous member of the authentication file exclude each other.',
      program: 'apiserver',
      profile: 'apiserver-flags',
      judgedBy: 'behaviour',
      source: { document: 3, section: 'API server flags', rows: ['--anonymous-auth'] },
    },
    accepts: 'starts with the flag alone',
    refuses: ['refuses to start with the flag and the member'],
  },
  {
    rule: {
      id: 'flags.goaway-chance.range',
      level: 'MUST',
      says: 'A --goaway-chance outside 0 to 0.02 is refused.',
      program: 'apiserver',
      profile: 'apiserver-flags',
      judgedBy: 'behaviour',
      source: { document: 3, section: 'API server flags', rows: ['--goaway-chance'] },
    },
    accepts: 'starts with the upper bound',
    refuses: ['refuses to start above the upper bound'],
  },
]

/** Excluded row without a check. */
export const sampleExcluded: ExcludedRule = {
  id: 'flags.help.wording',
  level: 'UNSPECIFIED',
  says: 'Flag tables describe what each flag does.',
  program: 'apiserver',
  profile: 'apiserver-flags',
  judgedBy: 'excluded',
  source: { document: 3, section: 'What the service does', rows: ['wording'] },
  excluded: { reason: 'The sentence introduces the tables; each row is a rule of its own.' },
}
