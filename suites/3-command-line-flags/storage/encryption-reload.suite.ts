import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { claims } from '../../1-apiserver-configuration/encryption/claims.ts'
import { flagRow } from '../flag-rules.ts'
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

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config.effect',
    says: 'The file that the flag names decides how secrets are stored.',
    source: flagRow(file),
    faults: claims([
      ['encryption-config-ignored', 'aescbc-stores-plain', 'aescbc-key-name-not-stored'],
      ['the key of the file writes'],
    ]),
  },
  () => {
    test('the key of the file writes', async () => {
      const { rewritten } = await followed()

      expect(rewritten[0]).toBe(0)
    })
  },
)

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config-automatic-reload.on',
    says: 'With the flag a change of the file takes effect while the server runs.',
    source: flagRow(flag, 'on'),
    faults: claims(
      [
        [
          'encryption-reload-ignored',
          'encryption-config-ignored',
          'aescbc-stores-plain',
          'aescbc-key-name-not-stored',
          'second-provider-refused',
          'last-provider-writes',
        ],
        [
          'a file that was written anew takes effect',
          'a file that was replaced by another one takes effect',
          'a second change takes effect',
        ],
      ],
      [['encryption-reload-only-once'], ['a second change takes effect']],
      [['encryption-reload-misses-replaced-file'], ['a file that was replaced by another one takes effect']],
      [['only-first-provider-reads'], ['data of before the changes is read after them']],
    ),
  },
  () => {
    test('a file that was written anew takes effect', async () => {
      const { rewritten } = await followed()

      expect(rewritten.slice(0, 2)).toEqual([0, 1])
    })

    test('a file that was replaced by another one takes effect', async () => {
      const { replaced } = await followed()

      expect(replaced).toBe(1)
    })

    test('a second change takes effect', async () => {
      const { rewritten } = await followed()

      expect(rewritten).toEqual([0, 1, 2])
    })

    test('data of before the changes is read after them', async () => {
      const { readsOld } = await followed()

      expect(readsOld).toBe(true)
    })
  },
)

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config-automatic-reload.off',
    says: 'Without the flag a change of the file has no effect while the server runs.',
    source: flagRow(flag, 'off'),
    twin,
    faults: claims([
      [
        'encryption-reload-without-flag',
        'encryption-config-ignored',
        'aescbc-stores-plain',
        'aescbc-key-name-not-stored',
      ],
      ['refuses to follow a change'],
    ]),
  },
  () => {
    test('refuses to follow a change', async () => {
      const { still } = await followed()

      expect(still).toEqual([0, 0])
    })
  },
)

rule(
  {
    ...shared,
    id: 'flag.encryption-provider-config-automatic-reload.invalid',
    says: 'A file that has become invalid is no configuration: it does not make secrets be stored unencrypted.',
    twin,
    source: {
      document: 1,
      section: 'Errors',
      row: 'exclusivity and required fields: a followed encryption file',
    },
    faults: claims([
      ['encryption-reload-of-invalid-file-applied', 'encryption-config-ignored', 'aescbc-stores-plain'],
      ['refuses to store secrets unencrypted because of an invalid file'],
    ]),
  },
  () => {
    test('refuses to store secrets unencrypted because of an invalid file', async () => {
      const { invalid } = await followed()

      expect(invalid).not.toContain('none')
    })
  },
)

// Beside the others, whose waits are longer.
pluginsInHealth()
