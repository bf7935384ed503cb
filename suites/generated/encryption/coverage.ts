import { type AtRestCase, builtInTypes, customResources, type Provider } from './model.ts'
import { providersOf, canRead, writersOf } from './oracle.ts'

/**
 * Returns the coverage of a case: the patterns of its resources, the writers, and whether written data is readable.
 */
export function coverageOf({ written, read, hasCustom }: AtRestCase): readonly string[] {
  const types = [...builtInTypes, ...(hasCustom ? customResources : [])]
  const patternKinds = written.flatMap(({ resources }) => resources.map(patternKind))
  return [
    ...(written.length === 0 ? ['nothing is selected'] : patternKinds),
    ...types.flatMap((type) => {
      const providersOfType = providersOf(written, type)
      const [writer] = writersOf(providersOfType)
      const isRead = canRead(providersOf(read, type), writer)
      return [
        `written by ${nameOf(providersOfType[0] ?? 'identity')}`,
        isRead ? 'read again' : 'not read again',
        ...(customResources.includes(type as (typeof customResources)[number])
          ? ['of a type that is defined']
          : []),
      ]
    }),
  ]
}

function patternKind(text: string): string {
  if (text === '*.*' || text === '*.') return text
  if (text.startsWith('*.')) return '*.<group>'
  return text.includes('.') ? 'resource.group' : 'resource'
}

function nameOf(provider: Provider): string {
  return provider === 'identity' ? provider : provider.provider
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'nothing is selected',
  '*.*',
  '*.',
  '*.<group>',
  'resource',
  'resource.group',
  ...['identity', 'aescbc', 'aesgcm', 'secretbox'].map((name) => `written by ${name}`),
  'read again',
  'not read again',
  'of a type that is defined',
]
