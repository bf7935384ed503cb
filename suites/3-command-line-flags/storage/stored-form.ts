import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { formOf, makeConfigMap, storedAs } from '../../fixtures/stored-objects.ts'
import { flagRow } from '../flag-rules.ts'
import type { StoredWorlds } from './stored-worlds.ts'

const mediaType = '--storage-media-type'
const shared = { level: 'MUST', capability: 'objects' } as const

/** In which form, and by what, the objects of these servers are stored. */
export function storedFormRules({ usual, protobuf, json, yaml }: StoredWorlds): void {
  const forms = {
    'protobuf when no flag says otherwise': {
      world: usual,
      form: 'binary',
      faults: ['storage-media-type-default-json', 'storage-media-type-protobuf-is-json'],
    },
    'protobuf for application/vnd.orch.protobuf': {
      world: protobuf,
      form: 'binary',
      faults: ['storage-media-type-protobuf-is-json'],
    },
    'JSON for application/json': { world: json, form: 'json', faults: ['storage-media-type-json-ignored'] },
    'YAML for application/yaml': { world: yaml, form: 'yaml', faults: ['storage-media-type-yaml-ignored'] },
  } as const

  const formFaults: Record<string, string[]> = {}
  for (const [name, { faults }] of Object.entries(forms))
    for (const fault of faults) (formFaults[fault] ??= []).push(`a config map is stored as ${name}`)

  rule(
    {
      ...shared,
      id: 'flag.storage-media-type.stored-form',
      says: 'Objects are stored in the form of --storage-media-type, protobuf by default.',
      source: flagRow(mediaType, 'meaning'),
      faults: formFaults,
    },
    () => {
      test.for(forms)('a config map is stored as %s', async ({ world, form }) => {
        const { server, etcd } = await world()
        await makeConfigMap(server, 'formed')

        expect(storedAs(etcd, 'formed').map(formOf)).toEqual([form])
      })
    },
  )
}
