import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { followedFiles } from './following.ts'
import { pluginsInHealth } from './plugins-in-health.ts'

const file = '--encryption-provider-config'
const flag = '--encryption-provider-config-automatic-reload'
// Two changes, each of which may take as long as the target's limit for it.
const shared = {
  level: 'MUST',
  capability: 'objects',
  overlaps: true,
  limitMs: 300_000,
  waits: true,
} as const
const followed = followedFiles()

// Where no change takes effect, nothing tells when the others had their time.
const twin = 'flag.encryption-provider-config-automatic-reload.on/a-file-that-was-written-anew-takes-effect'

// Under these, a file that was changed does not show as another key in what is stored.
const unlessFollowed = [
  'encryption-reload-ignored',
  'encryption-config-ignored',
  'aescbc-stores-plain',
  'aescbc-key-name-not-stored',
  'second-provider-refused',
  'last-provider-writes',
] as const

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config.effect',
    says: 'The file that the flag names decides how secrets are stored.',
    source: flagRow(file),
  },
  () => {
    test('the key of the file writes', async () => {
      const { rewritten } = await followed()

      expect(rewritten[0]).toBe(0)
    }).sees('encryption-config-ignored', 'aescbc-stores-plain', 'aescbc-key-name-not-stored')
  },
)

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config-automatic-reload.on',
    says: 'With the flag a change of the file takes effect while the server runs.',
    source: flagRow(flag, 'on'),
  },
  () => {
    test('a file that was written anew takes effect', async () => {
      const { rewritten } = await followed()

      expect(rewritten.slice(0, 2)).toEqual([0, 1])
    }).sees(...unlessFollowed)

    test('a file that was replaced by another one takes effect', async () => {
      const { replaced } = await followed()

      expect(replaced).toBe(1)
    }).sees(...unlessFollowed, 'encryption-reload-misses-replaced-file')

    test('a second change takes effect', async () => {
      const { rewritten } = await followed()

      expect(rewritten).toEqual([0, 1, 2])
    }).sees(...unlessFollowed, 'encryption-reload-only-once')

    test('a file that was written anew takes effect for a custom resource that it names', async (check) => {
      check.needs('custom-resources')
      const { custom } = await followed()

      expect(custom).toEqual([0, 1])
    }).sees(
      ...unlessFollowed,
      'encryption-reload-skips-custom-resources',
      'custom-resource-name-selects-nothing',
    )

    test('data of before the changes is read after them', async () => {
      const { readsOld } = await followed()

      expect(readsOld, 'whether an object of the old key is read').toBe(true)
    }).sees('only-first-provider-reads')
  },
)

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config-automatic-reload.off',
    judgedBy: 'behaviour',
    says: 'Without the flag a change of the file has no effect while the server runs.',
    source: flagRow(flag, 'off'),
    twin,
  },
  () => {
    test('refuses to follow a change', async () => {
      const { still } = await followed()

      expect(still).toEqual([0, 0])
    }).sees(
      'encryption-reload-without-flag',
      'encryption-config-ignored',
      'aescbc-stores-plain',
      'aescbc-key-name-not-stored',
    )
  },
)

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config-automatic-reload.invalid',
    judgedBy: 'behaviour',
    says: 'A file that has become invalid is no configuration: it does not make secrets be stored unencrypted.',
    twin,
    source: {
      document: 1,
      section: 'Errors',
      rows: ['exclusivity and required fields'],
      aspect: 'a followed encryption file',
    },
  },
  () => {
    test('refuses to store secrets unencrypted because of an invalid file', async () => {
      const { invalid } = await followed()

      expect(invalid).not.toContain('none')
    }).sees('encryption-reload-of-invalid-file-applied', 'encryption-config-ignored', 'aescbc-stores-plain')
  },
)

// Beside the others, whose waits are longer.
pluginsInHealth()
