import { type Arbitrary, array, nat, oneof, record, tuple, uniqueArray } from 'fast-check'
import { caseOf } from '#kit/tables.ts'
import { encryptionConfiguration } from '../../shared/encryption/configuration.ts'
import type { KeyedProvider } from '#kit/launch.ts'
import { drawnProviders, encryptionTable } from '#documents/1/encryption.ts'
import {
  keyedProviders,
  keyLengths,
  alternativeBase64Secrets,
  invalidBase64Changes,
} from '#documents/1/encryption-keys.ts'
import { drawnPlugin } from '#documents/1/encryption-kms.ts'
import { overlappingPairs, overlaps } from '#documents/1/encryption-wildcards.ts'
import { oneOf } from '../drawn-values.ts'
import { type Violations, fileCases, pickFrom } from './file-case.ts'
import { violationsOf } from './from-table.ts'

const secretOf = (bytes: number): string => Buffer.alloc(bytes, 'k').toString('base64')
const providerOf = (name: KeyedProvider, ...keys: readonly object[]): object => ({ [name]: { keys } })
const key = (bytes: number, name = 'k'): object => ({ name, secret: secretOf(bytes) })

/**
 * Violations of an EncryptionConfiguration. Each violation is in the first entry of the list, which a generated file
 * may swap with another.
 */
const violations: Violations = {
  ...violationsOf(encryptionTable),
  ...Object.fromEntries(
    overlaps.flatMap((overlap) => {
      const overlapCases = Object.values(overlappingPairs)
        .map((one) => caseOf(one).value)
        .filter((one) => one.overlap === overlap)
      const wildcardLists = overlapCases.map(({ wildcards }) => wildcards)
      return [
        [`${overlap} in a list`, resourcesViolation((pick) => [pickFrom(wildcardLists, pick)])],
        [
          `${overlap} between entries`,
          resourcesViolation((pick) => pickFrom(wildcardLists, pick).map((one) => [one])),
        ],
      ]
    }),
  ),
  'overlap of distant entries': resourcesViolation((pick) =>
    pickFrom(
      [
        [['*.'], ['*.apps'], ['*.']],
        [['*.apps'], ['secrets'], ['*.batch'], ['*.apps']],
      ],
      pick,
    ),
  ),
  'provider without a member': providers(() => [{}]),
  'provider with two members': providers((pick) => [
    { identity: {}, ...providerOf(pickFrom(keyedProviders, pick), key(32)) },
  ]),
  ...Object.fromEntries(
    keyedProviders.flatMap((name) => [
      ...Object.entries(keyLengths[name].refusedLengths).map(([words, lengths]) => [
        `${name} key ${words}`,
        providers((pick) => [providerOf(name, key(pickFrom(lengths, pick)))]),
      ]),
      [
        `${name} second key too short`,
        providers((pick) => [providerOf(name, key(32), key(pickFrom([15, 31, 33], pick), 'other'))]),
      ],
    ]),
  ),
  'key without a name': providers((pick) => [
    providerOf(pickFrom(keyedProviders, pick), { secret: secretOf(32) }),
  ]),
  'key without a secret': providers((pick) => [providerOf(pickFrom(keyedProviders, pick), { name: 'k' })]),
  'secret that is not base64': secrets(
    Object.values(invalidBase64Changes).map((broken) => caseOf(broken).value(secretOf(32))),
  ),
  ...Object.fromEntries(
    Object.entries(alternativeBase64Secrets).map(([words, { secret }]) => [
      `secret that ${words}`,
      secrets([secret]),
    ]),
  ),
  'cache size beside v2': { about: 'cachesize', changes: () => drawnPlugin({ cachesize: 10 }) },
}

function resourcesViolation(of1: (pick: number) => readonly (readonly string[])[]): Violations[string] {
  return {
    about: 'resources',
    changes: (_, pick) => ({
      resources: of1(pick).map((resources) => ({ resources, providers: [{ identity: {} }] })),
    }),
  }
}

function providers(of1: (pick: number) => readonly object[]): Violations[string] {
  return { about: 'providers', changes: (_, pick) => drawnProviders(...of1(pick)) }
}

function secrets(all: readonly string[]): Violations[string] {
  return providers((pick) => [
    providerOf(pickFrom(keyedProviders, pick), {
      name: 'k',
      secret: pickFrom(all, Math.floor(pick / keyedProviders.length)),
    }),
  ])
}

const names = [
  'secrets',
  'configmaps',
  'deployments.apps',
  'jobs.batch',
  'leases.coordination.k8s.io',
] as const
const wildcards = ['*.', '*.apps', '*.batch', '*.apps.example', '*.ps'] as const

const provider: Arbitrary<object> = oneof(
  tuple().map(() => ({ identity: {} })),
  tuple(oneOf(keyedProviders), nat(2), nat(1)).map(([name, at, more]) => {
    const lengths = keyLengths[name].legalLengths
    const secondKey = more === 1 ? [key(pickFrom(lengths, at + 1), 'other')] : []
    return providerOf(name, key(pickFrom(lengths, at)), ...secondKey)
  }),
)

const providersOf = array(provider, { minLength: 1, maxLength: 3 })

const legalFiles = record({
  named: array(
    record({ resources: uniqueArray(oneOf(names), { minLength: 1, maxLength: 2 }), providers: providersOf }),
    { minLength: 1, maxLength: 2 },
  ),
  wildcards: uniqueArray(oneOf(wildcards), { maxLength: 3 }),
  isOneEntry: nat(1),
  last: providersOf,
  all: nat(4),
}).map(({ named, wildcards: some, isOneEntry, last, all }) => {
  const usedResources = new Set<string>()
  const namedEntries = named.flatMap((one) => {
    // The documents leave open whether several entries may name one resource.
    const resources = one.resources.filter((resource) => !usedResources.has(resource))
    for (const resource of resources) usedResources.add(resource)
    return resources.length === 0 ? [] : [{ ...one, resources }]
  })
  const groups = all === 0 ? [['*.*']] : isOneEntry === 1 ? [some] : some.map((one) => [one])
  const groupEntries = groups
    .filter((list) => list.length > 0)
    .map((resources) => ({ resources, providers: last }))
  return encryptionConfiguration([...namedEntries, ...groupEntries])
})

/** Encryption files, valid or with one violation. */
export const encryptionFiles = fileCases('encryption', legalFiles, violations)
/** Constraints that these files violate. */
export const encryptionConstraints = Object.keys(violations)
