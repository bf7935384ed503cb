import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { type KmsUse, firstServer, secondServer, kmsFixtures } from './servers.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)', overlaps: true })
// Longest time that these checks wait for a server to notice a new key. The documents state no time.
const detectedWithinMs = 4_000

const kmsUse = kmsFixtures('rotation', {
  v1: { type: resourceTypes.roles, version: 'v1' },
  newer: { type: resourceTypes.storageclasses, version: 'newer' },
})

must('kms.rotation.old-data', { row: 'providers', aspect: 'after a plugin changed its key' }, () => {
  says(
    'Providers read and write: what a plugin encrypted under an older key of its own is still read, in addition to new data.',
  )
  for (const [version, words] of [
    ['v1', 'version 1'],
    ['newer', 'the newer version'],
  ] as const) {
    test(
      {
        title: `a plugin of ${words} that changed its key still decrypts older data`,
        id: `a plugin of ${words} that changed its key still opens what was written before`,
      },
      async (check) => {
        const versionUse = kmsUse(version)
        const oldObject = await versionUse.create()
        const { keys } = await versionUse.plugin()
        keys.rotate()
        // Version 1 calls the plugin for every write in any case.
        if (version === 'newer')
          check.observe('the new key is noticed within 4 s', await isKeyChangeDetected(versionUse))

        const newObject = await versionUse.create()
        for (const server of [firstServer, secondServer]) {
          await server.expectReads(oldObject)
          await server.expectReads(newObject)
        }
        expect(await versionUse.calls('Decrypt'), 'calls to decrypt').not.toEqual([])
      },
    ).sees(version === 'newer' ? 'kms-data-of-older-keys-refused' : 'resource-name-selects-whole-group')
  }
})

/** Reports whether the plugin receives an encrypt call for a new key before a write. */
async function isKeyChangeDetected(place: KmsUse): Promise<boolean> {
  const callsBefore = (await place.calls('Encrypt')).length
  return becomesTrue(async () => (await place.calls('Encrypt')).length > callsBefore, detectedWithinMs)
}
