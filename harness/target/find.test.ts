import { describe, expect, test } from 'vitest'
import { findTarget } from './find.ts'

const node = process.execPath
const references = { apiserver: node }

describe('the name of a target', () => {
  test.each([
    ['of the bundled reference', { target: 'reference' }, 'reference'],
    ['of a command is that of its file', { target: 'reference', command: [node, 'x'] }, 'node'],
    [
      'of a program in place of the reference',
      { target: 'reference', programs: [`apiserver=${node}`] },
      'node',
    ],
    ['of the reference with another store', { target: 'reference', programs: [`etcd=${node}`] }, 'reference'],
    ['of kubernetes with a path', { target: 'kubernetes', programs: [`apiserver=${node}`] }, 'kubernetes'],
  ])('%s', async (_, options, name) => {
    expect((await findTarget({ programs: [], references, ...options })).name).toBe(name)
  })
})
