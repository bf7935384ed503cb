/** Legal variations of the API server: behavior that the documents do not specify. */
export const apiServerFreedoms = {
  // Configuration files of any kind.
  'duplicate-keys-accepted': 'a key may stand twice in one object of a file',
  'field-name-case-ignored': 'field names of files may be in any case',
  'problems-last-first': 'problems of a file are told in reverse order',
  'unknown-fields-ignored': 'fields of files that no table names are ignored',
  // Contents of an AuthenticationConfiguration.
  'discovery-url-compared-without-slash': 'a discovery URL that differs from url by a slash only is refused',
  'dynamic-rules-refused': 'rules whose type only running tells are refused at start',
  'file-algorithms-fewer': 'the file accepts RS256 and ES256 only',
  'mapping-types-checked-per-token': 'the type of a mapping expression is checked when it runs',
  // Token verification: issuer, keys, audience, times.
  'aud-string-refused': 'a token whose aud is a string instead of a list is refused',
  'claims-checked-before-signature': 'audience and times are checked before keys are fetched',
  'discovery-fetched-twice': 'the discovery document is fetched twice',
  'discovery-not-retried': 'an issuer that is down at the start stays unknown',
  'discovery-slash-doubled': 'an issuer URL that ends in a slash is asked with two slashes',
  'exp-leeway': 'a token is taken for five minutes after exp',
  'jwt-before-other-tokens': 'JWT authenticators are asked before the token file',
  'keys-fetched-eagerly': 'keys are fetched right after discovery',
  'keys-fetched-once': 'keys are never fetched again',
  'keys-fetched-per-token': 'keys are fetched again for every token',
  'not-before-ignored': 'the claim nbf does not matter',
  // Claims and their mappings.
  'credential-id-in-extra': 'the id of a token becomes an extra attribute',
  'distributed-claims-not-followed': 'a claim that a token only refers to counts as missing',
  'empty-groups-dropped': 'empty strings in a list of groups are dropped',
  'empty-username-refused': 'an empty user name is no user name',
  'groups-sorted': 'groups come in alphabetical order',
  'uid-claim-may-be-missing': 'a token without the claim of the uid gives an empty uid',
  // Flags for authentication.
  'credentials-refused-with-403': 'whoever is not authenticated is answered 403',
  'oidc-flags-need-issuer': 'any --oidc-* flag needs --oidc-issuer-url',
  'system-authenticated-group-added': 'every authenticated user is in system:authenticated',
  // Tokens of service accounts.
  'api-audience-defaults-to-first-issuer': 'without --api-audiences only the first issuer is an audience',
  'discovery-for-https-issuers-only': 'an http issuer of service accounts has no discovery',
  'short-lived-tokens-issued': 'tokens of service accounts may live less than ten minutes',
  'short-maximum-refused': 'a maximum token expiration below an hour is refused',
  // Contents of an AuthorizationConfiguration.
  'authorizers-of-unknown-type-accepted': 'an authorizer of an unknown type has no opinion',
  'authorizer-names-may-repeat': 'two authorizers may have the same name',
  'zero-ttl-refused': 'a cache time of 0 in the authorization file is refused',
  // Authorization decisions.
  'answer-status-may-be-missing': 'an access review without status is no opinion instead of malformed',
  'contradiction-is-no-opinion': 'a webhook that both allows and denies has no opinion',
  'failures-cached': 'what failurePolicy decides is kept like an answer',
  'files-of-unused-modes-refused': 'files of authorization modes that are not on are refused',
  'match-conditions-stop-at-error': 'a condition that fails decides although a later one is false',
  'no-opinion-not-cached': 'answers without opinion are asked for again',
  'repeated-modes-accepted': 'an authorization mode may be named twice',
  'undecided-errors-answer-500': 'a refusal for want of a working authorizer has status 500',
  'webhook-mode-fails-closed': 'with --authorization-mode=Webhook a failed call denies',
  // Start-up, shutdown and the limits of requests.
  'administrators-not-limited':
    'members of system:masters are served beyond the limits of requests in flight',
  'ends-later': 'the process ends 300 ms after everything has drained',
  'ends-with-143': 'a process that was told to end has exit code 143',
  'grace-from-process-start': 'the grace period of /livez counts from the start of the process',
  'health-rejected-while-draining': 'health paths are rejected like all others while draining',
  'health-without-list': 'health answers do not list checks',
  'healthz-succeeds-while-starting': '/healthz succeeds before start-up is complete',
  'late-requests-cut': 'requests that take too long get no answer: their connection is cut',
  'listens-until-watches-drained': 'connections are taken until watches have drained too',
  'retry-after-longer': 'Retry-After is 30 seconds',
  'second-signal-ignored': 'a second signal changes nothing',
  'signal-remembered-while-starting': 'a signal during start-up is acted on once the server is ready',
  'storage-timeout-ends-program': 'storage that is not initialized in time ends the program',
  'unhealthy-is-503': 'failing health checks have status 503',
  'watches-kept-without-grace': 'without grace period, watches go on until other requests have drained',
  // Responses to requests.
  'further-response-headers': 'responses have headers that nobody asked for',
  'no-preflight-answers': 'preflights of browsers are answered like any other request',
  'status-texts-differ': 'failures are described in other words',
  // Listening and TLS.
  'sni-names-beside-patterns': 'names in a certificate count beside the patterns that are given for it',
  // Audit events.
  'audit-batches-sent-early': 'audit: a batch goes out before it is full and before its time',
  'audit-ids-of-its-own': 'audit: ids that clients choose do not matter',
  'audit-truncation-unmarked': 'audit: a truncated event does not say so',
  'audit-events-with-further-fields': 'audit: events have fields that nobody asked for',
  'audit-legacy-lines-in-other-order': 'audit: legacy lines tell of a request in another order',
  'audit-log-rotated-names-differ': 'audit: rotated files are named in another way',
  // Contents of an EncryptionConfiguration.
  'covered-resource-names-accepted': 'a name may stand twice, and beside or behind a wildcard that covers it',
  'kms-cachesize-zero-accepted': 'a cache size of 0 keeps nothing',
  'reload-without-file-accepted': 'automatic reload may be asked for without a file',
  // Encryption at rest.
  'kms-key-change-unnoticed': 'a plugin of version 2 that changes its key is not asked to encrypt anew',
  'last-key-writes': 'of the keys of a provider the last one writes',
  // Egress selection.
  'both-transports-refused': 'a tunnel server may be reached in one way only',
  'unknown-egress-protocol-is-direct': 'a proxy protocol that is not named means no proxy',
  // Tracing.
  'tracing-rate-beats-parent': 'a sampling rate counts more than the decision of the parent',
  'tracing-rate-beyond-limits-accepted': 'a sampling rate below 0 or above a million is taken',
  // Admission.
  'plugin-in-both-lists-is-off': 'a plugin that is enabled and disabled is off',
  // The command line and the exit of a refused start.
  'help-on-one-line-each': 'the help has one line per flag, with the default in brackets',
  'refusals-exit-with-3': 'a refused start ends with exit code 3',
  'refusals-without-reason': 'a refused start says only that it is refused',
  'slow-start': 'starts 300 ms later',
  // APIs, services and calls to other servers.
  'newer-gates-ignored': 'a feature that the emulated version does not have is left off, not refused',
  'kept-redirects-answer-500': 'clients are answered 500 instead of a redirect of an aggregated server',
  'service-refusals-answer-409': 'what a service cannot have is answered with 409',
} as const

/** Name of a legal variation of the API server. */
export type Freedom = keyof typeof apiServerFreedoms
