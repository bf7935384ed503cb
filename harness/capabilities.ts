/** What a check may need although the documents do not promise it. */
export const capabilities = [
  /** A review API tells who the caller is. */
  'who-am-i',
  /** A review API judges a token of somebody else and tells why it was refused. */
  'token-review',
  /** A review API tells what the authorizers say of somebody else. */
  'access-review',
  /** What is asked of authorizers tells the field and label selectors of a request, as Kubernetes describes it. */
  'authorized-selectors',
  /** Objects (secrets, config maps, namespaces) can be created, read and watched. */
  'objects',
  /** Objects of groups (leases, roles, priority classes and their kin) can be created and read. */
  'objects-of-groups',
  /** Custom resources are defined by objects of kind CustomResourceDefinition. */
  'custom-resources',
  /** What is sealed at rest has the form that the dialect describes: a prefix with provider and key, then nonce and ciphertext. */
  'sealed-form',
  /** Tokens of service accounts can be requested. */
  'token-request',
  /** The static token file has the form `token,user,uid,"groups"`. */
  'token-file-csv',
  /** Each organization of a client certificate is a group of its user. */
  'organizations-are-groups',
  /** A line of the policy file of mode ABAC is an object of kind Policy with user or group, and nonResourcePath. */
  'abac-policy-lines',
  /** A bootstrap token `ID.SECRET` is a secret `bootstrap-token-ID` with token-id, token-secret and its usage. */
  'bootstrap-secrets',
  /** An external signer of tokens is asked over gRPC as Kubernetes describes it (ExternalJWTSigner v1 or v1alpha1). */
  'external-jwt-signer',
  /** A token of a service account may be kept as `token` in a secret that it names, with the claims that Kubernetes has for that. */
  'secret-tokens',
  /** A token for a pod of exactly 3607 seconds counts as one that is injected into it. */
  'injected-token-request',
  /** Key management plugins are asked over gRPC as Kubernetes describes it (v1beta1 as v1, and v2). */
  'kms-plugin',
  /** Admission plugins do what those of the same names do in Kubernetes; the documents only name them. */
  'plugin-effects',
  /** Audit events are JSON objects with the fields that Kubernetes describes; those of a request name its path. */
  'audit-events',
  /** The audit policy file is an object of kind Policy, whose rules select requests as Kubernetes describes it. */
  'audit-policy',
  /** A deletion says by its propagationPolicy what becomes of dependents, and an object that waits for them has a deletionTimestamp. */
  'propagation-policy',
  /** Requests are counted by apiserver_request_total with a label verb, in capitals: LIST for several objects, GET for one, POST for a new one. */
  'request-metrics',
  /** Some metrics of the previous minor version are hidden. */
  'hidden-metrics',
  /** With verbosity 4, each request is logged as information with its path and query, and a refused token as an error. */
  'request-logs',
  /** What was waited for stands at /debug/pprof/block?debug=1, a line with the sign @ for each place. */
  'block-profile',
  /** /healthz tells of the store. */
  'health-tells-of-store',
  /** Objects in the store are counted by reads that ask for their number alone. */
  'store-counts',
  /** Metrics are served in the Prometheus text form. */
  'metrics',
  /** Watches can be opened over WebSockets, a frame per event. */
  'watch-websocket',
  /** The host's trusted certificates are those of the file that the variable SSL_CERT_FILE names. */
  'ssl-cert-file',
  /** Leadership is held by a lease of the group of coordination (v1), whose record names its holder. */
  'leader-leases',
  /**
   * The cloud controller manager has a provider `conformance`, which hands each of its calls on to the cloud peer; nodes
   * that no cloud has told of bear a taint, and services ask for load balancers, as Kubernetes has it.
   */
  'cloud-peer',
  /** Auto-generated tokens of service accounts are secrets, whose labels tell when they were last used, as Kubernetes has it. */
  'token-use-labels',
  /** Autoscalers read what pods use from the API group of metrics (v1beta1). */
  'pod-metrics',
  /** Volumes of CSI drivers are attached by objects of kind VolumeAttachment, as Kubernetes has it. */
  'volume-attachments',
  /** The node agent's configuration file is of kind OrchletConfiguration, with the fields that Kubernetes describes. */
  'agent-configuration',
  /** Programs tell which features are on by a metric for each, with its name and stage. */
  'feature-metrics',
  /** The node agent serves logs of containers below /containerLogs, and runs commands in them below /run. */
  'agent-debugging',
  /** Image credential providers are configured by the kind CredentialProviderConfig, and asked as Kubernetes describes it. */
  'credential-providers',
  /** A span that is made for a request names its path with the query in a name or an attribute. */
  'spans-name-requests',
  /** Which resources a group and version has is told below /apis; there is nothing for what is not served. */
  'api-discovery',
  /** The version that an API server reports stands at /version, as gitVersion. */
  'version-endpoint',
  /** New services get addresses (clusterIP, clusterIPs) and node ports, or what they ask for, as in Kubernetes. */
  'service-addresses',
  /** The API has a service of its own in namespace default, with endpoints of the same name. */
  'api-service',
  /** The log of a pod is asked of the node agent at the address and port in the status of the pod's node. */
  'node-calls',
  /** An object of kind APIService has requests of its group and version passed on to a service, as in Kubernetes. */
  'aggregated-apis',
  /** API servers of one store find each other, and pass on requests that only another one can answer. */
  'peer-proxy',
  /** A controller manager shows the configuration that it follows at /configz. */
  'configuration-page',
] as const
/** One of the capabilities. */
export type Capability = (typeof capabilities)[number]
