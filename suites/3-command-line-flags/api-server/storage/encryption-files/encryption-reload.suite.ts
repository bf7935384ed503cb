import { expect, refuses, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../../shared/flags/place.ts'
import { followedFiles } from './reloads.ts'

const { must } = rulesOf({
  document: 1,
  section: 'Errors',
  capability: 'objects',
  overlaps: true,
  waits: true,
  limitMs: 300_000,
})

const file = '--encryption-provider-config'
const flag = '--encryption-provider-config-automatic-reload'
const reloadedFiles = followedFiles()

// Control check of the checks that expect no effect: if a valid change has no effect either, a server may not have had
// enough time.
const controlCheck =
  'flag.encryption-provider-config-automatic-reload.on/a-file-that-was-written-anew-takes-effect'

must('flag.encryption-provider-config.effect', flagRow(file), () => {
  says('The file that the flag names decides how secrets are stored.')
  test({ title: 'the key of the file encrypts new data', id: 'the key of the file writes' }, async () => {
    const { rewrittenWriters } = await reloadedFiles()

    expect(rewrittenWriters[0]).toBe(0)
  }).sees('aescbc-key-name-not-stored')
})

must('flag.encryption-provider-config-automatic-reload.on', flagRow(flag, 'on'), () => {
  says('With the flag a change of the file takes effect while the server runs.')
  test(
    { title: 'a rewritten file takes effect', id: 'a file that was written anew takes effect' },
    async () => {
      const { rewrittenWriters } = await reloadedFiles()

      expect(rewrittenWriters.slice(0, 2)).toEqual([0, 1])
    },
  ).sees('encryption-reload-ignored')

  test(
    { title: 'a replaced file takes effect', id: 'a file that was replaced by another one takes effect' },
    async () => {
      const { replacedWriter } = await reloadedFiles()

      expect(replacedWriter).toBe(1)
    },
  ).sees('encryption-reload-misses-replaced-file')

  test(
    { title: 'a second change of the file takes effect', id: 'a second change takes effect' },
    async () => {
      const { rewrittenWriters } = await reloadedFiles()

      expect(rewrittenWriters).toEqual([0, 1, 2])
    },
  ).sees('encryption-reload-only-once')

  test(
    {
      title: 'a reverted change takes effect, and a repeated change takes effect',
      id: 'a change back takes effect, and the same change once more',
    },
    async () => {
      const { revertedWriters } = await reloadedFiles()

      expect(revertedWriters).toEqual([0, 1])
    },
  ).sees('encryption-reload-of-known-file-ignored')

  test('a file that is valid again takes effect', async () => {
    const { recoveredWriter } = await reloadedFiles()

    expect(recoveredWriter).toBe(1)
  }).sees('encryption-reload-ends-at-invalid-file')

  test(
    {
      title: 'a rewritten file takes effect for a custom resource that it names',
      id: 'a file that was written anew takes effect for a custom resource that it names',
    },
    async (check) => {
      check.needs('custom-resources')
      const { customWriters } = await reloadedFiles()

      expect(customWriters).toEqual([0, 1])
    },
  ).sees('encryption-reload-skips-custom-resources')

  test(
    {
      title: 'data from before the changes is read after the changes',
      id: 'data of before the changes is read after them',
    },
    async () => {
      const { canReadOldData } = await reloadedFiles()

      expect(canReadOldData, 'whether an object of the old key is read').toBe(true)
    },
  ).sees('only-first-provider-reads')
})

must(
  'flag.encryption-provider-config-automatic-reload.off',
  { ...flagRow(flag, 'off'), judgedBy: 'behaviour', twin: controlCheck },
  () => {
    says('Without the flag a change of the file has no effect while the server runs.')
    refuses({ title: 'to apply a change of the file', id: 'to follow a change' }, async () => {
      const { unreloadedWriters } = await reloadedFiles()

      expect(unreloadedWriters).toEqual([0, 0])
    }).sees('encryption-reload-without-flag')
  },
)

must(
  'flag.encryption-provider-config-automatic-reload.invalid',
  {
    row: 'exclusivity and required fields',
    aspect: 'a followed encryption file',
    judgedBy: 'behaviour',
    twin: controlCheck,
  },
  () => {
    says(
      'A file that has become invalid is no configuration: it does not make secrets be stored unencrypted.',
    )
    refuses('to store secrets unencrypted because of an invalid file', async () => {
      const { invalidWriters } = await reloadedFiles()

      expect(invalidWriters).not.toContain('none')
    }).sees('encryption-reload-of-invalid-file-applied')
  },
)
