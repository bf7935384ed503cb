import { expect, test } from 'vitest'
import { recordStarts, UsedStarts, usedStartsHere } from './used-starts.ts'

test('a start belongs to the innermost context in which it is made', async () => {
  const usedStarts = new UsedStarts()
  await recordStarts(usedStarts, async () => {
    await Promise.resolve()
    usedStartsHere()?.add('apiserver-1')
  })

  expect([usedStarts.allStarts, usedStartsHere()]).toEqual([['apiserver-1'], undefined])
})

test('the starts of a shared object, and of the objects that it uses, belong to each of its users', () => {
  const [one, other, server, store] = [new UsedStarts(), new UsedStarts(), new UsedStarts(), new UsedStarts()]
  one.add('own')
  one.uses(server)
  other.uses(server)
  server.uses(store)
  server.add('server')
  store.add('store')

  expect([one.allStarts, other.allStarts]).toEqual([
    ['own', 'server', 'store'],
    ['server', 'store'],
  ])
})

test('two objects may use each other', () => {
  const [one, two] = [new UsedStarts(), new UsedStarts()]
  one.uses(two)
  two.uses(one)
  two.add('a')

  expect(one.allStarts).toEqual(['a'])
})
