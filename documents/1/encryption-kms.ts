import { fieldsOf } from '../fields.ts'
import type { Changes, Field } from '../shape.ts'

/**
 * Paths of the providers in the complete file that variants change: with a plugin of version 1, with a plugin of the
 * newer version, and with only the required fields.
 */
export const pluginsAt = {
  v1: 'resources.0.providers.0.kms',
  newer: 'resources.1.providers.0.kms',
  fewestFields: 'resources.2.providers.0.kms',
} as const

/** Returns changes that give the first entry of a generated file a plugin with the changed fields. */
export function drawnPlugin(changes: object): Changes {
  const plugin = { apiVersion: 'v2', name: 'p', endpoint: 'unix:///nonexistent/kms.sock', timeout: '1s' }
  return { 'resources.0.providers': [{ kms: { ...plugin, ...changes } }] }
}

// The refusal of an invalid duration can name the field or the duration.
const fieldOrDuration = (field: string) => [field, 'duration']

/** Documented properties of the fields of a KMSConfiguration in document 1. */
export const encryptionKms: readonly Field[] = fieldsOf('KMSConfiguration', pluginsAt.v1, {
  apiVersion: {
    isOptional: true,
    rules: [
      {
        id: 'kms.api-version.exists',
        says: 'apiVersion is a version of the interface to key management plugins.',
        place: { aspect: 'values' },
        nearMisses: {
          'a version of the interface that does not exist': {
            fault: 'kms-api-version-unchecked',
            path: `${pluginsAt.fewestFields}.apiVersion`,
            values: ['v99', 'v3'],
            constraint: 'plugin of another version',
            drawChanges: (apiVersion) => drawnPlugin({ apiVersion }),
          },
        },
      },
    ],
    mistypedValues: {
      'an apiVersion that is a list': {
        fault: 'wrong-type-ignored',
        values: [['v1']],
        subject: fieldOrDuration('apiVersion'),
      },
    },
  },
  name: {
    requirement: {
      fault: 'kms-name-missing-accepted',
      constraint: 'plugin without a name',
      drawChanges: (name) => drawnPlugin({ name }),
    },
  },
  cachesize: {
    isOptional: true,
    mistypedValues: {
      'a cachesize that is not a number': {
        fault: 'string-for-number-accepted',
        values: ['many'],
        subject: fieldOrDuration('cachesize'),
        formerly: 'a cachesize that is a word',
      },
      'a cachesize that is a string': {
        fault: 'string-for-number-accepted',
        values: ['10'],
        subject: fieldOrDuration('cachesize'),
        formerly: 'a cachesize that is a text',
      },
      'a cachesize that is not a whole number': {
        fault: 'wrong-type-ignored',
        values: [1.5],
        subject: fieldOrDuration('cachesize'),
        formerly: 'a cachesize that is no whole number',
      },
      'a cachesize that needs more than 32 bits': {
        fault: 'wrong-type-ignored',
        values: [2 ** 31],
        subject: fieldOrDuration('cachesize'),
      },
    },
  },
  endpoint: {
    requirement: {
      fault: 'kms-endpoint-missing-accepted',
      constraint: 'plugin without an endpoint',
      drawChanges: (endpoint) => drawnPlugin({ endpoint }),
    },
  },
  timeout: {
    isOptional: true,
    mistypedValues: {
      'a timeout without a unit': {
        fault: 'broken-duration-accepted',
        values: ['3'],
        subject: fieldOrDuration('timeout'),
      },
      'a timeout that is a string': {
        fault: 'broken-duration-accepted',
        values: ['soon'],
        subject: fieldOrDuration('timeout'),
        formerly: 'a timeout that is a word',
      },
    },
  },
})
