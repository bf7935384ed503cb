import { fieldsOf, type FieldTable } from '../fields.ts'
import { tracing as between } from './between/tracing.ts'

/** Documented properties of the fields of a TracingConfiguration in document 1. */
export const tracingTable: FieldTable = {
  document: 1,
  section: 'TracingConfiguration members',
  page: { types: 'apiserver-config-k8s-io-v1' },
  rows: fieldsOf('TracingConfiguration', '', {
    endpoint: {
      mistypedValues: {
        'a number in place of a string': {
          fault: 'number-for-string-accepted',
          values: [4317],
          inV1alpha1: 'with a number for an endpoint',
          formerly: 'a number where a text belongs',
        },
        'a list in place of a string': {
          fault: 'wrong-type-ignored',
          values: [['127.0.0.1:1']],
          formerly: 'a list where a text belongs',
        },
      },
    },
    samplingRatePerMillion: {
      mistypedValues: {
        'a string in place of a number': {
          fault: 'string-for-number-accepted',
          values: ['100'],
          formerly: 'a text where a number belongs',
        },
        'a fraction in place of a whole number': {
          fault: 'wrong-type-ignored',
          values: [100.5],
          formerly: 'a fraction where a whole number belongs',
        },
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
