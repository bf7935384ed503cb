import { type Arbitrary, array, nat, oneof, record, tuple, uniqueArray } from 'fast-check'
import { encryptionConfiguration } from '../../shared/encryption/configuration.ts'
import { oneOf } from '../words.ts'
import { type Breaks, fileCases, of } from './file-case.ts'

const entry = 'resources.0'
const keyLengths = { aescbc: [32], aesgcm: [16, 24, 32], secretbox: [32] } as const
type Keyed = keyof typeof keyLengths
const keyed = Object.keys(keyLengths) as Keyed[]

const secretOf = (bytes: number): string => Buffer.alloc(bytes, 'k').toString('base64')
const providerOf = (name: Keyed, ...keys: readonly object[]): object => ({ [name]: { keys } })
const key = (bytes: number, name = 'k'): object => ({ name, secret: secretOf(bytes) })

/** What an EncryptionConfiguration must not say; the entry that changes comes first. */
const breaks: Breaks = {
  'no resources': { about: 'resources', changes: () => ({ resources: undefined }) },
  'entry without resources': { about: 'resources', changes: () => ({ [`${entry}.resources`]: undefined }) },
  'entry without providers': { about: 'providers', changes: () => ({ [`${entry}.providers`]: undefined }) },
  'wildcard twice in a list': lists((pick) => [
    [of(['*.', '*.apps', '*.*'], pick), of(['*.', '*.apps', '*.*'], pick)],
  ]),
  'wildcard twice between entries': lists((pick) => {
    const wildcard = of(['*.', '*.apps', '*.*'], pick)
    return [[wildcard], [wildcard]]
  }),
  'all and core in a list': lists((pick) => [
    of(
      [
        ['*.*', '*.'],
        ['*.', '*.*'],
      ],
      pick,
    ),
  ]),
  'all and core between entries': lists((pick) =>
    of(
      [
        [['*.*'], ['*.']],
        [['*.'], ['*.*']],
      ],
      pick,
    ),
  ),
  'all and a group in a list': lists((pick) => [
    of(
      [
        ['*.*', '*.apps'],
        ['*.apps', '*.*'],
      ],
      pick,
    ),
  ]),
  'all and a group between entries': lists((pick) =>
    of(
      [
        [['*.*'], ['*.apps']],
        [['*.apps'], ['*.*']],
      ],
      pick,
    ),
  ),
  'overlap of distant entries': lists((pick) =>
    of(
      [
        [['*.'], ['*.apps'], ['*.']],
        [['*.apps'], ['secrets'], ['*.batch'], ['*.apps']],
      ],
      pick,
    ),
  ),
  'provider without a member': providers(() => [{}]),
  'provider with two members': providers((pick) => [
    { identity: {}, ...providerOf(of(keyed, pick), key(32)) },
  ]),
  ...Object.fromEntries(
    keyed.flatMap((name) => [
      [`${name} without keys`, providers((pick) => [of([{ [name]: {} }, providerOf(name)], pick)])],
      ...wrongLengths(name).map(
        ([says, lengths]) =>
          [`${name} key ${says}`, providers((pick) => [providerOf(name, key(of(lengths, pick)))])] as const,
      ),
      [
        `${name} second key too short`,
        providers((pick) => [providerOf(name, key(32), key(of([15, 31, 33], pick), 'other'))]),
      ],
    ]),
  ),
  'key without a name': providers((pick) => [providerOf(of(keyed, pick), { secret: secretOf(32) })]),
  'key without a secret': providers((pick) => [providerOf(of(keyed, pick), { name: 'k' })]),
  'secret that is not base64': providers((pick) => [
    providerOf(of(keyed, pick), {
      name: 'k',
      secret: of(['!'.repeat(44), 'not base64', `${secretOf(32)}!`], pick),
    }),
  ]),
  'secret of another alphabet': providers((pick) => [
    providerOf(of(keyed, pick), {
      name: 'k',
      secret: Buffer.alloc(32, 0xfb).toString('base64url').padEnd(44, '='),
    }),
  ]),
  'secret without its padding': providers((pick) => [
    providerOf(of(keyed, pick), { name: 'k', secret: secretOf(32).replace(/=+$/, '') }),
  ]),
  'plugin without a name': kms({ name: undefined }, 'name'),
  'plugin without an endpoint': kms({ endpoint: undefined }, 'endpoint'),
  'plugin of another version': kms({ apiVersion: 'v3' }, 'apiVersion'),
  'cache size beside v2': kms({ cachesize: 10 }, 'cachesize'),
}

/** Lengths that no key of the provider may have, apart where an implementation may take them for another's. */
function wrongLengths(name: Keyed): readonly (readonly [string, readonly number[]])[] {
  const others = [16, 24].filter((length) => !(keyLengths[name] as readonly number[]).includes(length))
  return [
    ['too short', [1, 15]],
    ['too long', [33, 64]],
    ['between 16 and 24', [17, 23]],
    ['between 24 and 32', [25, 31]],
    ...others.map((length) => [`of ${length}`, [length]] as const),
  ]
}

function lists(of1: (pick: number) => readonly (readonly string[])[]): Breaks[string] {
  return {
    about: 'resources',
    changes: (_, pick) => ({
      resources: of1(pick).map((resources) => ({ resources, providers: [{ identity: {} }] })),
    }),
  }
}

function providers(of1: (pick: number) => readonly object[]): Breaks[string] {
  return { about: 'providers', changes: (_, pick) => ({ [`${entry}.providers`]: of1(pick) }) }
}

function kms(changes: object, about: string): Breaks[string] {
  const plugin = { apiVersion: 'v2', name: 'p', endpoint: 'unix:///nonexistent/kms.sock', timeout: '1s' }
  return { about, changes: () => ({ [`${entry}.providers`]: [{ kms: { ...plugin, ...changes } }] }) }
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
  tuple(oneOf(keyed), nat(2), nat(1)).map(([name, at, more]) => {
    const lengths = keyLengths[name] as readonly number[]
    const second = more === 1 ? [key(of(lengths, at + 1), 'other')] : []
    return providerOf(name, key(of(lengths, at)), ...second)
  }),
)

const providersOf = array(provider, { minLength: 1, maxLength: 3 })

const legal = record({
  named: array(
    record({ resources: uniqueArray(oneOf(names), { minLength: 1, maxLength: 2 }), providers: providersOf }),
    { minLength: 1, maxLength: 2 },
  ),
  wildcards: uniqueArray(oneOf(wildcards), { maxLength: 3 }),
  isOneEntry: nat(1),
  last: providersOf,
  all: nat(4),
}).map(({ named, wildcards: some, isOneEntry, last, all }) => {
  const taken = new Set<string>()
  const first = named.flatMap((one) => {
    // The same name twice is left open.
    const resources = one.resources.filter((resource) => !taken.has(resource))
    for (const resource of resources) taken.add(resource)
    return resources.length === 0 ? [] : [{ ...one, resources }]
  })
  const groups = all === 0 ? [['*.*']] : isOneEntry === 1 ? [some] : some.map((one) => [one])
  const behind = groups.filter((list) => list.length > 0).map((resources) => ({ resources, providers: last }))
  return encryptionConfiguration([...first, ...behind])
})

/** Encryption files, legal and near-legal. */
export const encryptionFiles = fileCases('encryption', legal, breaks)
/** The constraints that they break. */
export const encryptionConstraints = Object.keys(breaks)
