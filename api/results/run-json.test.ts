import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HarnessError, readRunJson } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'run-json-'))
const file = join(directory, 'run.json')
beforeAll(() => writeFileSync(file, JSON.stringify({ schemaVersion: 2, headline: 'Nothing broken' })))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('readRunJson reads the result of a run from its directory or from the file', async () => {
  expect(await readRunJson(directory)).toMatchObject({ headline: 'Nothing broken' })
  expect(await readRunJson(file)).toMatchObject({ headline: 'Nothing broken' })
})

test.for([
  ['does not exist', 'missing', undefined, /^No run\.json could be read at .*missing: ENOENT/],
  ['is not JSON', 'text.json', 'text', /^No run\.json could be read at .*text\.json: /],
  [
    'has an unsupported schema version',
    'old.json',
    '{"schemaVersion":1}',
    /: schema version 1, and this program reads version 2\./,
  ],
  ['is null', 'null.json', 'null', /: schema version undefined, /],
] as const)('a run.json that %s is an error', async ([, name, content, message]) => {
  if (content !== undefined) writeFileSync(join(directory, name), content)
  const reading = readRunJson(join(directory, name))

  await expect(reading).rejects.toThrow(message)
  await expect(reading).rejects.toBeInstanceOf(HarnessError)
})
