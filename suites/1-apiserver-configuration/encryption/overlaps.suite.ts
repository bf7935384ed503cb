import { accepts, formerly, refuses, rulesOf, says, test } from '#kit'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { type OverlappingPair, overlappingPairs } from '#documents/1/encryption-wildcards.ts'
import { encryptionConfiguration, identity, stores } from '../../shared/encryption/configuration.ts'

const { must, unspecified } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
})

/** Returns a file with an entry for each list, all with the same provider. */
const fileWithLists = (...lists: readonly (readonly string[])[]) =>
  configurationFile({
    kind: 'encryption',
    base: () => encryptionConfiguration(lists.map((list) => stores(list, identity))),
  })

/** Returns a function that names the fault for a pair of wildcards; `place` is a part of the name. */
const wildcardFaultIn =
  (place: string) =>
  ({ overlap }: OverlappingPair): string =>
    `${overlap}-wildcard-${place}-accepted`

must(
  'encryption.resources.overlap-in-list',
  { row: 'resources', aspect: 'of ResourceConfiguration, overlap in one list' },
  () => {
    says('Wildcards that select a common resource must not be in the same list.')
    accepts(
      { title: 'disjoint wildcards in one list', id: 'wildcards that select nothing in common in one list' },
      async () => {
        await fileWithLists(['*.apps', '*.', '*.batch']).accepts()
      },
    ).sees('disjoint-wildcards-in-list-refused')

    accepts(
      { title: 'a list with only the wildcard for all resources', id: 'the wildcard for all alone' },
      async () => {
        await fileWithLists(['*.*']).accepts()
      },
    ).sees('wildcard-for-all-refused')

    refuses
      .for(overlappingPairs)('%s in one list', async ({ wildcards }) => {
        await fileWithLists(wildcards).refuses({}, 'resource')
      })
      .sees(wildcardFaultIn('in-list'))
  },
)

must(
  'encryption.resources.overlap-between-entries',
  { row: 'resources', aspect: 'of ResourceConfiguration, overlap across entries' },
  () => {
    says('Wildcards that select a common resource must not be in two entries.')
    accepts(
      {
        title: 'disjoint wildcards in two entries',
        id: 'wildcards that select nothing in common in two entries',
      },
      async () => {
        await fileWithLists(['*.apps'], ['*.'], ['*.batch']).accepts()
      },
    ).sees('disjoint-wildcards-between-entries-refused')

    refuses
      .for(overlappingPairs)('%s in two entries', async ({ wildcards }) => {
        await fileWithLists(...wildcards.map((text) => [text])).refuses({}, 'resource')
      })
      .sees(wildcardFaultIn('between-entries'))

    refuses(
      {
        title: 'the same wildcard for a group in two entries with another entry between them',
        id: 'the same wildcard for a group in two entries with another one between',
      },
      async () => {
        await fileWithLists(['*.apps'], ['secrets'], ['*.apps']).refuses({}, 'resource')
      },
    ).sees('overlap-between-distant-entries-accepted')

    refuses(
      {
        title:
          'the wildcard for all resources after the wildcard for a group, with another entry between them',
        id: 'the wildcard for all behind that for a group with another entry between',
      },
      async () => {
        await fileWithLists(['*.apps'], ['secrets'], ['*.*']).refuses({}, 'resource')
      },
    ).sees('overlap-between-distant-entries-accepted')
  },
)

const coveredLists = {
  'a name together with the wildcard that covers it': formerly('a name beside the wildcard that covers it', [
    ['secrets', '*.'],
  ]),
  'a name together with the wildcard for all resources': formerly('a name beside the wildcard for all', [
    ['deployments.apps', '*.*'],
  ]),
  'a name in an entry after the wildcard that covers it': formerly(
    'a name in an entry behind the wildcard that covers it',
    [['*.apps'], ['deployments.apps']],
  ),
  'a name in an entry after the wildcard for all resources': formerly(
    'a name in an entry behind the wildcard for all',
    [['*.*'], ['secrets']],
  ),
  'the same name twice in one list': [['secrets', 'secrets']],
  'the same name in two entries': [['secrets'], ['secrets']],
}

unspecified(
  'encryption.resources.covered-names',
  { row: 'resources', aspect: 'of ResourceConfiguration, covered names' },
  () => {
    says(
      'Unspecified: the effect of a name that is listed twice, or together with or after a wildcard that covers it.',
    )
    test.for(coveredLists)(
      { title: 'observes whether %s is accepted', id: 'whether %s is accepted is recorded' },
      async (lists) => {
        await fileWithLists(...lists).observes(lists.map((list) => list.join(' ')).join(' | '), {})
      },
    )
  },
)
