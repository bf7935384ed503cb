import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packLines, packWithout, contentsOfPack } from './pack.ts'

const packOfCheck = (...what: Parameters<typeof packLines>): Uint8Array => gzipSync(packLines(...what))

const textsOf = (pack: Uint8Array, check: string): Record<string, string> =>
  Object.fromEntries(
    [...(contentsOfPack(pack).get(check) ?? [])].map(([name, parts]) => [
      name,
      Buffer.concat(parts).toString(),
    ]),
  )

test('the complete files of a check are read back, and shared content is stored once', () => {
  const knownParts = new Set<string>()
  const sharedText = 'kind: AuthenticationConfiguration\n'
  const firstPack = packOfCheck('a/b', [{ name: 'config.yaml', parts: [sharedText] }], knownParts)
  const secondPack = packOfCheck(
    'a/c',
    [
      { name: 'config.yaml', parts: [sharedText] },
      { name: 'output.txt', parts: ['one\n', 'two\n'] },
    ],
    knownParts,
  )
  const pack = Buffer.concat([firstPack, secondPack])

  expect(textsOf(pack, 'a/b')).toEqual({ 'config.yaml': sharedText })
  expect(textsOf(pack, 'a/c')).toEqual({ 'config.yaml': sharedText, 'output.txt': 'one\ntwo\n' })
  expect(textsOf(secondPack, 'a/c')['config.yaml']).toBe('')
})

test('binary content is restored unchanged', () => {
  const bytes = Uint8Array.from([0, 255, 128, 10])
  const pack = packOfCheck('a/b', [{ name: 'data.bin', parts: [bytes] }], new Set())

  expect(contentsOfPack(pack).get('a/b')?.get('data.bin')).toEqual([Buffer.from(bytes)])
})

test('concatenated packs are read as one pack, and the last entry of a check is used', () => {
  const firstPack = packOfCheck('a/b', [{ name: 'output.txt', parts: ['first'] }], new Set())
  const secondPack = packOfCheck('a/b', [{ name: 'output.txt', parts: ['second'] }], new Set())

  expect(textsOf(Buffer.concat([firstPack, secondPack]), 'a/b')).toEqual({ 'output.txt': 'second' })
})

test('packWithout removes a check, and keeps the content that it shares with other checks', () => {
  const knownParts = new Set<string>()
  const pack = Buffer.concat([
    packOfCheck('a/b', [{ name: 'shared.txt', parts: ['shared'] }], knownParts),
    packOfCheck('a/c', [{ name: 'shared.txt', parts: ['shared'] }], knownParts),
  ])

  expect(textsOf(packWithout(pack, new Set(['a/b'])), 'a/c')).toEqual({ 'shared.txt': 'shared' })
  expect([...contentsOfPack(packWithout(pack, new Set(['a/b']))).keys()]).toEqual(['a/c'])
})

test('a truncated pack keeps all checks before the cut', () => {
  const wholePack = packOfCheck('a/b', [{ name: 'output.txt', parts: ['seen'] }], new Set())
  const truncatedPack = packOfCheck('a/c', [{ name: 'output.txt', parts: ['seen too'] }], new Set()).subarray(
    0,
    -30,
  )

  expect([...contentsOfPack(Buffer.concat([wholePack, truncatedPack])).keys()]).toEqual(['a/b'])
})
