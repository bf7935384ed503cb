import { expect, test } from 'vitest'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'
import { emptyDifference, compareLedger } from './ledger.ts'

const event = (requestURI: string, stage: string, level = 'Metadata'): AuditEvent => ({
  requestURI,
  stage,
  level,
  auditID: 'x',
  verb: 'get',
})
const stages = ['RequestReceived', 'ResponseComplete'] as const

test('a ledger has no difference if each expected event is recorded exactly once', () => {
  const events = [event('/a', 'ResponseComplete'), event('/a', 'RequestReceived'), event('/else', 'Panic')]

  expect(
    compareLedger(
      [
        { uri: '/a', stages },
        { uri: '/b', stages: [] },
      ],
      events,
    ),
  ).toEqual(emptyDifference)
})

test('the ledger reports lost, duplicate and unwanted events, and events at a wrong level', () => {
  const events = [
    event('/a', 'ResponseComplete'),
    event('/a', 'ResponseComplete'),
    event('/b', 'RequestReceived'),
    event('/c', 'RequestReceived', 'Request'),
    event('/c', 'ResponseComplete'),
  ]
  const expected = [
    { uri: '/a', stages },
    { uri: '/b', stages: [] },
    { uri: '/c', stages, level: 'Metadata' as const },
  ]

  expect(compareLedger(expected, events)).toEqual({
    lost: ['RequestReceived of /a'],
    twice: ['ResponseComplete of /a'],
    unwanted: ['RequestReceived of /b at Metadata'],
    atOtherLevel: ['RequestReceived of /c at Request instead of Metadata'],
  })
})
