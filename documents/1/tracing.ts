import { fieldsOf, type FieldTable } from '../fields.ts'
import { tracing as between } from './between/tracing.ts'

/** Documented properties of the fields of a TracingConfiguration in document 1. */
export const tracingTable: FieldTable = {
  document: 1,
  section: 'TracingConfiguration members',
  page: { types: 'apiserver-config-k8s-io-v1' },
  rows: fieldsOf('TracingConfiguration', '', {
    endpoint: {
      mistyped: {
        'a number where a text belongs': {
          fault: 'number-for-string-accepted',
          values: [4317],
          inV1alpha1: 'with a number for an endpoint',
        },
        'a list where a text belongs': { fault: 'wrong-type-ignored', values: [['127.0.0.1:1']] },
      },
    },
    samplingRatePerMillion: {
      mistyped: {
        'a text where a number belongs': { fault: 'string-for-number-accepted', values: ['100'] },
        'a fraction where a whole number belongs': { fault: 'wrong-type-ignored', values: [100.5] },
        'a number above 32 bits': {
          fault: 'wrong-type-ignored',
          values: [2_147_483_648],
          inV1alpha1: 'with a rate above 32 bits',
        },
      },
    },
  }),
  between,
}
