import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { CompressedFile } from './compressed-file.ts'

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compressed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'a.gz')
}

// Texts that are longer than the distance of deflate references.
const texts = [
  'one\n',
  '',
  `ä ${'x'.repeat(100_000)}\n`,
  `${randomBytes(60_000).toString('base64')}\n`,
  'two\n',
]

test('the file is readable by other programs after each text', () => {
  const path = temporaryFile()
  const file = new CompressedFile(path)
  let expectedText = ''
  for (const text of texts) {
    file.append(text)
    expectedText += text
    expect(gunzipSync(readFileSync(path)).toString()).toBe(expectedText)
    expect(execFileSync('gzip', ['-dc', path], { maxBuffer: 1_000_000 }).toString()).toBe(expectedText)
  }
})

test('a repeated text takes almost no space', () => {
  const path = temporaryFile()
  const file = new CompressedFile(path)
  const text = randomBytes(10_000).toString('base64')
  file.append(text)
  const sizeBefore = statSync(path).size
  for (let n = 0; n < 10; n++) file.append(text)

  expect(statSync(path).size - sizeBefore).toBeLessThan(10 * 200)
})

test('content that another program wrote into the file stays', () => {
  const path = temporaryFile()
  writeFileSync(path, gzipSync('before\n'))
  new CompressedFile(path).append('after\n')

  expect(gunzipSync(readFileSync(path)).toString()).toBe('before\nafter\n')
})
