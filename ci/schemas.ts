// Step of the build: writes `schemas/` from the declarations that the types and the readers use.
import { writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { baselineFile } from '#harness/baseline/schema.ts'
import { collectFile, triageFile } from '#harness/collect/schema.ts'
import { runEvent } from '#harness/events.ts'
import { reachFile } from '#harness/reach/schema.ts'
import { reproFile } from '#harness/repro/folder.ts'
import { deviationsFile } from '#harness/target/deviation-schema.ts'
import { targetFile } from '#harness/target/schema.ts'
import { peerScript } from '#mocks/peer/script-schema.ts'
import { certificate, manifest } from '#reports/certificate/manifest.ts'
import { runResult } from '#reports/run-schema.ts'
import { standardFile } from '#reports/standard.ts'

const drafts = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

const publishedSchemas: readonly (readonly [string, GenericSchema, keyof typeof drafts])[] = [
  ['events', runEvent, 'draft-2020-12'],
  ['run', runResult, 'draft-2020-12'],
  // Editors that check YAML by a schema support the older draft best.
  ['target', targetFile, 'draft-07'],
  ['deviations', deviationsFile, 'draft-07'],
  ['baseline', baselineFile, 'draft-07'],
  ['collect', collectFile, 'draft-07'],
  ['triage', triageFile, 'draft-07'],
  ['peer-script', peerScript, 'draft-07'],
  ['repro', reproFile, 'draft-2020-12'],
  ['reach', reachFile, 'draft-2020-12'],
  ['certificate', certificate, 'draft-2020-12'],
  ['manifest', manifest, 'draft-2020-12'],
  ['standard', standardFile, 'draft-2020-12'],
]

for (const [name, schema, target] of publishedSchemas) {
  const json = { $schema: drafts[target], ...toJsonSchema(schema, { target, typeMode: 'input' }) }
  const file = new URL(`../../schemas/${name}.schema.json`, import.meta.url)
  // Each value has its own line, so that differences are readable. Indentation is removed, because it would be a
  // quarter of the bytes.
  writeFileSync(file, `${JSON.stringify(json, null, '\t').replaceAll(/\n\t+/g, '\n')}\n`)
}
