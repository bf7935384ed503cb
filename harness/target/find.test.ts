import { describe, expect, test } from 'vitest'
import { findTarget } from './find.ts'

const node = process.execPath
const references = { apiserver: node }

describe('the name of a target', () => {
  test.each([
    ['the bundled reference', { target: 'reference' }, 'reference'],
    ['a command', { target: 'reference', command: [node, 'x'] }, 'node'],
    ['a program in place of the reference', { target: 'reference', programs: [`apiserver=${node}`] }, 'node'],
    ['the reference with another store', { target: 'reference', programs: [`etcd=${node}`] }, 'reference'],
    ['kubernetes with a path', { target: 'kubernetes', programs: [`apiserver=${node}`] }, 'kubernetes'],
  ])('the target has the expected name for %s', async (_, options, name) => {
    expect((await findTarget({ programs: [], references, ...options })).name).toBe(name)
  })
})
