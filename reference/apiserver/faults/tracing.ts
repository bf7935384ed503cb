/** Defects in TracingConfiguration. */
export const tracingFaults = {
  'tracing-v1alpha1-without-effect': 'Versioning: a tracing file of v1alpha1 is read, and traces nothing',
  'tracing-parent-of-administrators-only':
    'samplingRatePerMillion: unset, only the parents of administrators’ requests are followed',
  'tracing-endpoint-ignored': 'TracingConfiguration.endpoint: spans always go to localhost:4317',
  'tracing-default-endpoint-differs': 'TracingConfiguration.endpoint: without it spans go to another port',
  'tracing-https-endpoint-speaks-tls':
    'TracingConfiguration.endpoint: one that is an https URL is spoken to in TLS',
  'tracing-speaks-tls': 'TracingConfiguration.endpoint: the collector is spoken to in TLS',
  'tracing-rate-of-0-samples': 'TracingConfiguration.samplingRatePerMillion: 0 samples everything',
  'tracing-of-reads-only': 'samplingRatePerMillion: requests that write are never sampled',
  'tracing-rate-of-a-million-misses-some':
    'TracingConfiguration.samplingRatePerMillion: 1000000 misses one in ten',
  'tracing-rate-ignored': 'TracingConfiguration.samplingRatePerMillion: nothing is sampled without a parent',
  'tracing-rate-per-ten-thousand': 'TracingConfiguration.samplingRatePerMillion: counts per ten thousand',
  'tracing-without-rate-samples':
    'TracingConfiguration.samplingRatePerMillion: unset samples what has no parent',
  'tracing-sampled-parent-not-followed':
    'TracingConfiguration.samplingRatePerMillion: unset does not sample below a sampled parent',
  'tracing-unsampled-parent-not-followed':
    'TracingConfiguration.samplingRatePerMillion: unset samples below an unsampled parent',
  'tracing-parent-trace-not-continued': 'TracingConfiguration: spans belong to a trace of their own',
} as const
