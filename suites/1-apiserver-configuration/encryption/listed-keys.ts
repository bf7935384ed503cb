import type { KeyedProvider } from '#harness/at-rest/sealed-form.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { storedValue } from '../../fixtures/at-rest.ts'
import type { MarkedObject, Sort } from '../../fixtures/marked-objects.ts'
import { claims, unnamed } from './claims.ts'
import { next, old, roles, type TwoConfigurations } from './two-configurations.ts'

const section = 'EncryptionConfiguration'
const written = 'new data has the name of a listed key'
const read = 'data of a later key is read'
const rewritten = 'data of a later key that is written again has the name of a listed key'

/** Lists of two keys, of which the later one wrote before. */
export function listedKeys({ before, after }: TwoConfigurations): void {
  /** Which of the two keys stand beside an object by name, as places in the list. */
  const recorded = async (provider: KeyedProvider, object: MarkedObject): Promise<string[]> => {
    const { value } = await storedValue(await after.storage(), object)
    const listed = { first: next[provider], second: old[provider] }
    return Object.entries(listed).flatMap(([place, { name }]) =>
      Buffer.from(value).includes(name) ? [place] : [],
    )
  }

  for (const [provider, sort] of Object.entries(roles.rotated) as [KeyedProvider, Sort][]) {
    const kind = provider === 'secretbox' ? 'SecretboxConfiguration' : 'AESConfiguration'
    const expectWritten = async (object: MarkedObject): Promise<void> => {
      await after.expectSealed(object)
      expect(await recorded(provider, object), 'the keys whose names are recorded').toHaveLength(1)
      await after.expectReads(object)
    }

    rule(
      {
        id: `encryption.${provider}.keys`,
        level: 'MUST',
        says: `Every key of ${provider} reads what it wrote, and one of them writes.`,
        source: { document: 1, section, row: `${kind}.keys, ${provider}` },
        capability: 'objects',
        faults: claims(
          [unnamed(provider), [written, rewritten]],
          [['only-first-key-reads'], [read, rewritten]],
        ),
      },
      () => {
        test(written, async () => {
          await expectWritten(await after.creates(sort))
        })

        test(read, async () => {
          const object = await before.creates(sort)
          await before.expectReads(object)

          await after.expectReads(object)
        })

        test(rewritten, async () => {
          await expectWritten(await after.changes(await before.creates(sort)))
        })
      },
    )
  }

  rule(
    {
      id: 'encryption.keys.writer',
      level: 'UNSPECIFIED',
      says: 'Which key of a list writes is not said.',
      source: {
        document: 1,
        section,
        row: 'AESConfiguration.keys, SecretboxConfiguration.keys: which one writes',
      },
      capability: 'objects',
    },
    () => {
      for (const [provider, sort] of Object.entries(roles.rotated) as [KeyedProvider, Sort][])
        test(`which of two keys of ${provider} writes is recorded`, async (check) => {
          const object = await after.creates(sort)

          check.observe(`the key of ${provider} that writes`, await recorded(provider, object))
        })
    },
  )
}
