import { expect, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../../shared/flags/place.ts'
import { reloadedLists } from './reloads.ts'

const { must } = rulesOf({ capability: 'objects-of-groups', overlaps: true, waits: true, limitMs: 300_000 })

const flag = '--encryption-provider-config-automatic-reload'
const reloadedServer = reloadedLists()
const [first, second, third] = [0, 1, 2] as const

/** Changes of resources between the three files, with the expected writers. */
const changesByResource = {
  'a resource of an entry that is added and later removed': {
    id: 'added-entry',
    role: 'added',
    writers: ['none', 'added', 'none'],
  },
  'a resource that is added to the list of an entry and later removed': {
    id: 'added-resource',
    role: 'listed',
    writers: ['none', 'kept', 'none'],
  },
  'a resource of an entry that is removed and later added again': {
    id: 'removed-entry',
    role: 'removed',
    writers: ['back', 'none', 'back'],
  },
  'a resource whose provider is replaced': {
    id: 'replaced-provider',
    role: 'provided',
    writers: ['before', 'after', 'after'],
  },
  'a resource that gets a provider before identity and later after identity': {
    id: 'provider-before-identity',
    role: 'exempt',
    writers: ['none', 'once', 'none'],
  },
} as const

must('flag.encryption-provider-config-automatic-reload.lists', flagRow(flag, 'entries'), () => {
  says('A change of the file takes effect for every entry, resource and provider that it adds or removes.')
  test({ title: 'a resource that every file lists keeps its provider', id: 'in-every-file' }, async () => {
    const { writers } = await reloadedServer()

    expect(writers.map(({ kept }) => kept)).toEqual(['kept', 'kept', 'kept'])
  }).sees('aescbc-key-name-not-stored')

  for (const [title, { id, role, writers: wanted }] of Object.entries(changesByResource)) {
    test({ title: `the file decides about ${title}`, id }, async () => {
      const { writers } = await reloadedServer()

      expect(writers.map((writer) => writer[role])).toEqual(wanted)
    }).sees(
      ...(wanted[first] === 'none' && role !== 'exempt' ? ['encryption-reload-skips-new-resources'] : []),
      ...(role === 'removed' ? ['encryption-reload-keeps-removed-resources'] : []),
      'encryption-reload-ignored',
    )
  }
})

must(
  'flag.encryption-provider-config-automatic-reload.lists-read',
  flagRow(flag, 'providers that read'),
  () => {
    says('Data is read by the providers of the present file, whichever files were loaded before.')
    test({ title: 'data of a resource that every file lists is read', id: 'in-every-file' }, async () => {
      const { reads } = await reloadedServer()

      expect(reads.map(({ kept }) => kept)).toEqual([true, true, true])
    })

    test({ title: 'data of an entry that was removed and added again is read', id: 'put-back' }, async () => {
      const { reads } = await reloadedServer()

      expect(reads.map(({ removed }) => removed)).toEqual([true, true, true])
    })

    test(
      { title: 'data of a provider that became the second provider is read', id: 'now-second' },
      async () => {
        const { reads } = await reloadedServer()

        expect(reads.map(({ exempt }) => exempt)).toEqual([true, true, true])
      },
    )

    test({ title: 'data of a provider that was removed is not read', id: 'removed' }, async () => {
      const { reads } = await reloadedServer()

      expect([reads[second]?.provided, reads[third]?.provided], 'of the provider that stays').toEqual([
        true,
        true,
      ])
      expect(reads[first]?.provided, 'of the provider that was removed').toBe(false)
    })
  },
)

must(
  'flag.encryption-provider-config-automatic-reload.meanwhile',
  flagRow(flag, 'while the file is reloaded'),
  () => {
    says('While a file is reloaded, resources that both files list are stored, and never unencrypted.')
    test(
      {
        title: 'every object of a resource that both files list is encrypted by their provider',
        id: 'each-object',
      },
      async () => {
        const { intermediateWriters } = await reloadedServer()

        expect([...intermediateWriters]).toEqual(['kept'])
      },
    ).sees('encryption-reload-plain-meanwhile')
  },
)
