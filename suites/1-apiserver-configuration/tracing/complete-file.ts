import { configurationFile } from '../../shared/configuration/configuration-file.ts'

/** Variants of a tracing file that uses every field; nothing listens at its endpoint, so that no span goes anywhere. */
export const files = configurationFile({
  kind: 'tracing',
  base: () => ({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'TracingConfiguration',
    endpoint: '127.0.0.1:1',
    samplingRatePerMillion: 1_000_000,
  }),
})
