import { expect, test } from 'vitest'
import { wiringText } from './doctor.ts'

test('a cause of several failed wiring checks is printed once', () => {
  const reason = 'refused to start: flag provided but not defined'
  const wiringEvents = [
    { id: 'a', verdict: 'held' },
    { id: 'b', verdict: 'crashed', reason },
    { id: 'c', verdict: 'crashed', reason: `${reason}\nmore`, programError: reason },
    { id: 'd', verdict: 'crashed', reason: 'refused to start: another cause' },
    { id: 'e', verdict: 'not-applicable', reason: 'It is off.' },
  ] as const
  const titles = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, `edge ${id}`]))

  expect(wiringText(wiringEvents, titles)).toMatchInlineSnapshot(`
    "ok   edge a
    FAIL edge b
         refused to start: flag provided but not defined
    FAIL edge c
         The same cause as: edge b
    FAIL edge d
         refused to start: another cause
    n/a  edge e
         It is off.
    "
  `)
})
