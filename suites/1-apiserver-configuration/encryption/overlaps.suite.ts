import { rule, test } from '#harness/check/rule.ts'
import { encryptionConfiguration, identity, stores } from '../../fixtures/encryption-configuration.ts'
import { encryptionFiles } from '../../fixtures/encryption-files.ts'

const source = {
  document: 1,
  section: 'EncryptionConfiguration',
  row: 'ResourceConfiguration.resources',
} as const
const shared = { level: 'MUST', overlaps: true } as const

/** A file with an entry for each list, all stored alike. */
const withLists = (...lists: readonly (readonly string[])[]) =>
  encryptionFiles(() => encryptionConfiguration(lists.map((list) => stores(list, identity))))

const pairs = {
  'the same wildcard for a group': ['*.apps', '*.apps'],
  'the wildcard for the core group twice': ['*.', '*.'],
  'the wildcard for all twice': ['*.*', '*.*'],
  'the wildcard for all before that for the core group': ['*.*', '*.'],
  'the wildcard for all behind that for the core group': ['*.', '*.*'],
  'the wildcard for all before that for a group': ['*.*', '*.apps'],
  'the wildcard for all behind that for a group': ['*.apps', '*.*'],
} as const

function faultsOf(place: string, title: (words: string) => string): Record<string, string[]> {
  const titles = Object.keys(pairs).map(title)
  return {
    [`same-wildcard-${place}-accepted`]: titles.slice(0, 3),
    [`all-and-core-wildcard-${place}-accepted`]: titles.slice(3, 5),
    [`all-and-group-wildcard-${place}-accepted`]: titles.slice(5),
  }
}

rule(
  {
    ...shared,
    id: 'encryption.resources.overlap-in-list',
    says: 'Wildcards that select a common resource may not stand in one list.',
    source: { ...source, row: `${source.row}, overlap in one list` },
    faults: {
      'disjoint-wildcards-in-list-refused': ['accepts wildcards that select nothing in common in one list'],
      'wildcard-for-group-refused': ['accepts wildcards that select nothing in common in one list'],
      'wildcard-for-core-refused': ['accepts wildcards that select nothing in common in one list'],
      'second-encrypted-resource-refused': ['accepts wildcards that select nothing in common in one list'],
      'wildcard-for-all-refused': ['accepts the wildcard for all alone'],
      'provider-identity-refused': [
        'accepts wildcards that select nothing in common in one list',
        'accepts the wildcard for all alone',
      ],
      ...faultsOf('in-list', (words) => `refuses ${words} in one list`),
    },
  },
  () => {
    test('accepts wildcards that select nothing in common in one list', async () => {
      await withLists(['*.apps', '*.', '*.batch']).accepts()
    })

    test('accepts the wildcard for all alone', async () => {
      await withLists(['*.*']).accepts()
    })

    test.for<readonly string[]>(pairs)('refuses %s in one list', async (list) => {
      await withLists(list).refuses({}, 'resource')
    })
  },
)

rule(
  {
    ...shared,
    id: 'encryption.resources.overlap-between-entries',
    says: 'Wildcards that select a common resource may not stand in two entries.',
    source: { ...source, row: `${source.row}, overlap across entries` },
    faults: {
      'disjoint-wildcards-between-entries-refused': [
        'accepts wildcards that select nothing in common in two entries',
      ],
      'wildcard-for-group-refused': ['accepts wildcards that select nothing in common in two entries'],
      'wildcard-for-core-refused': ['accepts wildcards that select nothing in common in two entries'],
      'second-encryption-entry-refused': ['accepts wildcards that select nothing in common in two entries'],
      'provider-identity-refused': ['accepts wildcards that select nothing in common in two entries'],
      'overlap-between-distant-entries-accepted': [
        'refuses the same wildcard for a group in two entries with another one between',
        'refuses the wildcard for all behind that for a group with another entry between',
      ],
      ...faultsOf('between-entries', (words) => `refuses ${words} in two entries`),
    },
  },
  () => {
    test('accepts wildcards that select nothing in common in two entries', async () => {
      await withLists(['*.apps'], ['*.'], ['*.batch']).accepts()
    })

    test.for<readonly string[]>(pairs)('refuses %s in two entries', async (lists) => {
      await withLists(...lists.map((text) => [text])).refuses({}, 'resource')
    })

    test('refuses the same wildcard for a group in two entries with another one between', async () => {
      await withLists(['*.apps'], ['secrets'], ['*.apps']).refuses({}, 'resource')
    })

    test('refuses the wildcard for all behind that for a group with another entry between', async () => {
      await withLists(['*.apps'], ['secrets'], ['*.*']).refuses({}, 'resource')
    })
  },
)

const covered = {
  'a name beside the wildcard that covers it': [['secrets', '*.']],
  'a name beside the wildcard for all': [['deployments.apps', '*.*']],
  'a name in an entry behind the wildcard that covers it': [['*.apps'], ['deployments.apps']],
  'a name in an entry behind the wildcard for all': [['*.*'], ['secrets']],
  'the same name twice in one list': [['secrets', 'secrets']],
  'the same name in two entries': [['secrets'], ['secrets']],
}

rule(
  {
    id: 'encryption.resources.covered-names',
    level: 'UNSPECIFIED',
    says: 'What a name does that stands twice, or beside or behind a wildcard that covers it, is not said.',
    source: { ...source, row: `${source.row}, covered names` },
    overlaps: true,
  },
  () => {
    test.for(covered)('whether %s is accepted is recorded', async (lists) => {
      await withLists(...lists).observes(lists.map((list) => list.join(' ')).join(' | '), {})
    })
  },
)
