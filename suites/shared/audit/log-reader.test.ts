import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuditLogReader } from './log-reader.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'log-reader-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const line = (auditID: string) => `${JSON.stringify({ auditID })}\n`

test('the reader returns the entries of the current file, without its incomplete line', () => {
  const logReader = new AuditLogReader(directory)
  writeFileSync(logReader.path, `${line('1')}${line('2')}{"auditID":`)

  expect(logReader.events().map(({ auditID }) => auditID)).toEqual(['1', '2'])
  expect(logReader.rotatedFiles()).toEqual([])
})

test('a missing log has no events', () => {
  expect(new AuditLogReader(directory).events()).toEqual([])
})

test('the reader returns the entries of rotated files, compressed or not', () => {
  const logReader = new AuditLogReader(directory)
  writeFileSync(logReader.path, line('3'))
  writeFileSync(join(directory, 'audit-1.log'), line('1'))
  writeFileSync(join(directory, 'audit-2.log.gz'), gzipSync(line('2')))

  const ids = logReader.entries().map(({ event }) => event?.auditID)

  expect(new Set(ids)).toEqual(new Set(['1', '2', '3']))
  expect(logReader.rotatedFiles()).toMatchObject([{ isCompressed: false }, { isCompressed: true }])
})

test('the reader skips a file that is not completely compressed yet', () => {
  const logReader = new AuditLogReader(directory)
  writeFileSync(join(directory, 'audit-1.log.gz'), gzipSync(line('1').repeat(100)).subarray(0, 30))

  expect(logReader.files()).toEqual([])
})

test('a line of text is an entry without an event', () => {
  const logReader = new AuditLogReader(directory)
  writeFileSync(logReader.path, '2026 AUDIT: id="1"\n')

  expect(logReader.entries()).toEqual([{ text: '2026 AUDIT: id="1"' }])
})
