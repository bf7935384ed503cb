import type { KmsPlugin } from '#mocks/kms-plugin/index.ts'
import { encryptionConfiguration } from '../../../shared/encryption/configuration.ts'
import { currentCheck } from '#kit'

/** Control check of every variant of the complete file. */
export const completeTwin = 'kms.file.complete/accepts-a-file-that-uses-every-field'

const largestCacheSize = 2 ** 31 - 1
const smallestCacheSize = -(2 ** 31)

/**
 * Returns a file that uses every field of plugins, up to its boundaries. Each provider encrypts a separate resource.
 */
export function completeFile({ url: endpoint }: KmsPlugin): object {
  const kms = [
    { apiVersion: 'v1', name: 'first', cachesize: 1, endpoint, timeout: '5s' },
    { apiVersion: currentCheck().open('kms.apiVersion.newer'), name: 'second', endpoint, timeout: '2500ms' },
    { name: 'third', endpoint },
    { apiVersion: 'v1', name: 'fourth', cachesize: -1, endpoint, timeout: '1m30s' },
    { apiVersion: 'v1', name: 'fifth', cachesize: largestCacheSize, endpoint },
    { apiVersion: 'v1', name: 'sixth', cachesize: smallestCacheSize, endpoint },
  ]
  const resourceList = [
    'secrets',
    'configmaps',
    'serviceaccounts',
    'services',
    'limitranges',
    'resourcequotas',
  ]
  return encryptionConfiguration(
    kms.map((provider, index) => ({
      resources: [resourceList[index] ?? ''],
      providers: [{ kms: provider }],
    })),
  )
}
