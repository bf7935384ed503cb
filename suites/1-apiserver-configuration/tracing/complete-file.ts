import { configurationFile } from '../../shared/configuration/configuration-file.ts'

/** Variants of a tracing file that uses every field. Nothing listens at its endpoint, so no span is delivered. */
export const files = configurationFile({
  kind: 'tracing',
  base: () => ({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'TracingConfiguration',
    endpoint: '127.0.0.1:1',
    samplingRatePerMillion: 1_000_000,
  }),
})
