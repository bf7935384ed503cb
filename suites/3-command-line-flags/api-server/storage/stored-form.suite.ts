import { expect, rulesOf, says, seeing, test } from '#kit'
import { encodingOf, makeConfigMap, entriesNamed } from './stored-objects.ts'
import { flagRow } from '../../../shared/flags/place.ts'

import { defaultServer, protobufServer, json, yaml } from './key-servers.ts'

const { must } = rulesOf({ capability: 'objects' })

const mediaType = '--storage-media-type'

const formCases = {
  'protobuf when no flag says otherwise': seeing(['storage-media-type-default-json'], {
    world: defaultServer,
    form: 'binary',
  }),
  'protobuf for application/vnd.orch.protobuf': seeing(['storage-media-type-protobuf-is-json'], {
    world: protobufServer,
    form: 'binary',
  }),
  'JSON for application/json': seeing(['storage-media-type-json-ignored'], {
    world: json,
    form: 'json',
  }),
  'YAML for application/yaml': seeing(['storage-media-type-yaml-ignored'], {
    world: yaml,
    form: 'yaml',
  }),
} as const

must('flag.storage-media-type.stored-form', flagRow(mediaType, 'meaning'), () => {
  says('Objects are stored in the form of --storage-media-type, protobuf by default.')
  test.for(formCases)('a config map is stored as %s', async ({ world: fixture, form }) => {
    const { server, etcd } = await fixture()
    await makeConfigMap(server, 'formed')

    expect(entriesNamed(etcd, 'formed').map(encodingOf)).toEqual([form])
  })
})
