/** Features that a check may need although the documents do not promise them, each with its description. */
export const capabilityTexts = {
  'who-am-i': 'The SelfSubjectReview API returns the attributes of the caller.',
  'token-review': 'The TokenReview API authenticates a given token, and reports why it is refused.',
  'access-review': 'The SubjectAccessReview API returns the decision of the authorizers for a given user.',
  'authorized-selectors':
    'Authorization requests contain the field and label selectors of a request, as in Kubernetes.',
  objects: 'Secrets, config maps and namespaces can be created, read and watched.',
  'objects-of-groups':
    'Objects of API groups, such as leases, roles and priority classes, can be created and read.',
  'custom-resources': 'Custom resources are defined by objects of kind CustomResourceDefinition.',
  'sealed-form':
    'Data that is encrypted at rest has the format of the dialect: a prefix with provider and key, then nonce and ciphertext.',
  'token-request': 'The TokenRequest API issues tokens of service accounts.',
  'token-file-csv': 'Lines of the static token file have the format `token,user,uid,"groups"`.',
  'organizations-are-groups': 'The organizations of a client certificate are the groups of its user.',
  'abac-policy-lines':
    'Each line of the ABAC policy file is an object of kind Policy with a user or group, and a nonResourcePath.',
  'bootstrap-secrets':
    'A bootstrap token `ID.SECRET` is a secret `bootstrap-token-ID` with token-id, token-secret and its usages.',
  'external-jwt-signer':
    'The server calls an external token signer over gRPC, with the API of Kubernetes (ExternalJWTSigner v1 or v1alpha1).',
  'secret-tokens':
    'A token of a service account can be stored as `token` in a secret, with the claims that Kubernetes uses for such tokens.',
  'injected-token-request':
    'A token request for a pod with exactly 3607 seconds is treated as one for a projected volume.',
  'kms-plugin':
    'The server calls key management plugins over gRPC, with the API of Kubernetes (v1beta1 and v2).',
  'plugin-effects':
    'Admission plugins behave like the plugins of the same names in Kubernetes. The documents only list their names.',
  'audit-events':
    'Audit events are JSON objects with the fields of Kubernetes. Events of a request contain its path.',
  'audit-policy':
    'The audit policy file is an object of kind Policy, whose rules match requests as in Kubernetes.',
  'propagation-policy':
    'The propagationPolicy of a deletion selects what happens to dependents. An object that waits for its dependents has a deletionTimestamp.',
  'request-metrics':
    'The metric apiserver_request_total counts requests by the label verb: LIST, GET, POST and so on.',
  'hidden-metrics': 'Some metrics of the previous minor version are hidden.',
  'request-logs':
    'With verbosity 4, the server logs each request with its path and query as information, and a refused token as an error.',
  'block-profile':
    'The block profile is served at /debug/pprof/block?debug=1, with one line with an @ sign per place.',
  'health-tells-of-store': '/healthz fails while the store is unavailable.',
  'store-counts': 'The server counts objects in the store with count-only reads.',
  metrics: 'Metrics are served in the Prometheus text format.',
  'watch-websocket': 'Watches can be opened over WebSockets, with one frame per event.',
  'ssl-cert-file': 'The system trust store is the file that the environment variable SSL_CERT_FILE names.',
  'leader-leases': 'Leader election uses leases (coordination v1), and the lease names its holder.',
  'cloud-peer':
    'The cloud controller manager has a cloud provider named `conformance`, which forwards each of its calls to the cloud peer. Nodes that the cloud has not initialized have a taint, and services can have load balancers, as in Kubernetes.',
  'token-use-labels':
    'Auto-generated tokens of service accounts are secrets with labels that record their last use, as in Kubernetes.',
  'bootstrap-token-cleaner':
    'A controller that is off by default deletes secrets of expired bootstrap tokens, as in Kubernetes.',
  'pod-metrics': 'Autoscalers read the resource usage of pods from the metrics API (v1beta1).',
  'volume-attachments':
    'Volumes of CSI drivers are attached by objects of kind VolumeAttachment, as in Kubernetes.',
  'agent-configuration':
    'The configuration file of the node agent is of kind OrchletConfiguration, with the fields of Kubernetes.',
  'feature-metrics': 'Programs expose a metric for each feature gate, with its name and stage.',
  'agent-debugging':
    'The node agent serves container logs at /containerLogs, and runs commands in containers at /run.',
  'agent-streams':
    'The node agent connects a POST at /exec that asks for an upgrade to a command in a container, as in Kubernetes.',
  'credential-providers':
    'Image credential providers are configured by the kind CredentialProviderConfig, and called as in Kubernetes.',
  'spans-name-requests': 'The span of a request has its path with the query in a name or an attribute.',
  'api-discovery':
    'The resources of each API group and version are listed at /apis. Versions that are not served are not listed.',
  'version-endpoint': 'The version of an API server is served at /version, as gitVersion.',
  'service-addresses':
    'New services get addresses (clusterIP, clusterIPs) and node ports, or those that they request, as in Kubernetes.',
  'api-service': 'The API has a service in the namespace default, with endpoints of the same name.',
  'node-calls':
    'The server reads the log of a pod from the node agent, at the address and port in the status of the node.',
  'aggregated-apis':
    'An object of kind APIService forwards requests for its group and version to a service, as in Kubernetes.',
  'peer-proxy':
    'API servers that share a store find each other, and forward requests that only another server can handle.',
  'configuration-page': 'A controller manager serves its effective configuration at /configz.',
} as const satisfies Readonly<Record<string, string>>

/** Name of a capability. */
export type Capability = keyof typeof capabilityTexts
/** All capabilities, in the order of the table above. */
export const capabilities = Object.keys(capabilityTexts) as readonly Capability[]
