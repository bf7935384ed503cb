import { rule, test } from '#harness/check/rule.ts'
import { kmsFiles } from '../../fixtures/kms-files.ts'
import { completeFile, providers } from './complete-file.ts'

const files = kmsFiles(completeFile)

interface Open {
  readonly says: string
  readonly row: string
  /** New values of fields of one provider. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const open: Readonly<Record<string, Open>> = {
  'api-version': {
    says: 'The names of the versions of the interface are not shown.',
    row: 'KMSConfiguration.apiVersion, names',
    cases: {
      'the apiVersion v1beta1': { apiVersion: 'v1beta1' },
      'the apiVersion v2beta1': { apiVersion: 'v2beta1', cachesize: undefined },
      'an empty apiVersion': { apiVersion: '' },
    },
  },
  name: {
    says: 'What the name of a plugin may be, and whether two plugins may share it, is not said.',
    row: 'KMSConfiguration.name, form',
    cases: {
      'an empty name': { name: '' },
      'a name with a colon': { name: 'a:b' },
      'the name of another plugin': { name: 'second' },
    },
  },
  'cachesize-zero': {
    says: 'Whether a cachesize of zero is allowed is not said.',
    row: 'KMSConfiguration.cachesize, zero',
    cases: { 'a cachesize of zero': { cachesize: 0 } },
  },
  endpoint: {
    says: 'Which addresses beside the URL of a unix socket an endpoint may be is not said.',
    row: 'KMSConfiguration.endpoint, form',
    cases: {
      'an endpoint of TCP': { endpoint: 'tcp://127.0.0.1:1' },
      'an endpoint of http': { endpoint: 'http://127.0.0.1:1' },
      'an endpoint that is a path': { endpoint: '/nonexistent/kms.sock' },
    },
  },
  'timeout-zero': {
    says: 'What a timeout of zero or less means is not said.',
    row: 'KMSConfiguration.timeout, zero',
    cases: { 'a timeout of zero': { timeout: '0s' }, 'a negative timeout': { timeout: '-1s' } },
  },
  'unknown-fields': {
    says: 'Whether fields that no table names make a file invalid is not said.',
    row: 'KMSConfiguration, unknown fields',
    cases: { 'a field that nobody names in a plugin': { keys: [] } },
  },
}

for (const [name, { says, row, cases }] of Object.entries(open)) {
  rule(
    {
      id: `kms.file.open-${name}`,
      level: 'UNSPECIFIED',
      says,
      source: { document: 1, section: 'EncryptionConfiguration', row },
      overlaps: true,
    },
    () => {
      test.for(cases)('whether a file is accepted with %s is recorded', async (fields) => {
        const changes = Object.entries(fields).map(([field, value]) => [`${providers.v1}.${field}`, value])
        await files.observes('the start', Object.fromEntries(changes) as Record<string, unknown>)
      })
    },
  )
}
