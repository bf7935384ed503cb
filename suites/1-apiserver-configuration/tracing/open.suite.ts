import { formerly } from '#kit'
import { declareOpenRules } from '../../shared/configuration/open-rules.ts'
import { files } from './complete-file.ts'

declareOpenRules('tracing.file.open-', 'TracingConfiguration members', files, {
  'unknown-fields': {
    says: 'Unspecified: whether unknown fields make a file invalid.',
    section: 'What the service does',
    rows: ['typed object'],
    aspect: 'unknown fields of tracing',
    cases: {
      'an unknown field': formerly('a field that nobody names', { insecure: true }),
      'fields below another field': formerly('fields below a further one', {
        spec: { endpoint: '127.0.0.1:1' },
      }),
      'a field name in another case': { Endpoint: '127.0.0.1:2' },
    },
  },
  'other-versions': {
    says: 'Unspecified: whether there are other versions of the kind than the two documented ones.',
    section: 'Versioning',
    rows: ['Two versions exist'],
    aspect: 'a further one of tracing',
    cases: { 'a version v1beta1': { apiVersion: 'apiserver.config.orch.io/v1beta1' } },
  },
  'rate-bounds': {
    says: 'Unspecified: the meaning of a rate below 0 or above a million.',
    rows: ['samplingRatePerMillion'],
    aspect: 'bounds',
    cases: {
      'a rate of -1': { samplingRatePerMillion: -1 },
      'a rate of 1000001': { samplingRatePerMillion: 1_000_001 },
      'the greatest rate of 32 bits': { samplingRatePerMillion: 2_147_483_647 },
    },
  },
  'endpoint-form': {
    says: 'Unspecified: the form of endpoint.',
    rows: ['endpoint'],
    aspect: 'form',
    cases: {
      'an endpoint that is empty': { endpoint: '' },
      'an endpoint with the scheme http': { endpoint: 'http://127.0.0.1:1' },
      'an endpoint with the scheme https': { endpoint: 'https://127.0.0.1:1' },
      'an endpoint without a port': { endpoint: '127.0.0.1' },
      'an endpoint that is a unix socket': { endpoint: 'unix:///nonexistent/collector.sock' },
    },
  },
})
