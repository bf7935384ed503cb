import { expect } from '../../../check/expect.ts'
import { accepts, excluded, refuses, rule, test } from '../../../check/rule.ts'
import { HarnessError } from '../../../errors.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['plain'] } as const
const server = fakeServer()

rule({ id: 'plain.holds', level: 'MUST', says: 'The server answers.', source }, () => {
  accepts('a request', async () => {
    expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 200, body: 'ok' })
  })

  refuses({ title: 'a value by a comparison that passes', id: 'nothing' }, async () => {
    expect(1).toBe(1)
  })
})

rule({ id: 'plain.breaks', level: 'MUST', says: 'The server answers 201.', source }, () => {
  accepts('with 201', async () => {
    expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 201 })
  })

  refuses({ title: 'a value after a failed control check', id: 'something' }, async () => {
    expect(1).toBe(1)
  })

  test(
    {
      title: 'fails by a matcher that throws a plain error',
      id: 'tells by a matcher that throws a plain error',
    },
    async () => {
      expect(1).toBeOneOf([2, 3])
    },
  )
})

rule({ id: 'plain.should', level: 'SHOULD', says: 'The server should be polite.', source }, () => {
  test({ title: 'the body is polite', id: 'says please' }, async () => {
    expect('ok').toBe('please')
  })
})

rule({ id: 'plain.open', level: 'UNSPECIFIED', says: 'The body is left open.', source }, () => {
  test('records the body', async (check) => {
    check.observe('body of /', (await (await server()).request({ path: '/' })).body)
  })
})

rule({ id: 'plain.vacuous', level: 'MUST', says: 'Nothing is looked at.', source }, () => {
  test({ title: 'compares no values', id: 'looks at nothing' }, async () => {})
})

rule({ id: 'plain.untestable', level: 'MUST', says: 'Something needed did not happen.', source }, () => {
  test({ title: 'is untestable after a comparison', id: 'needs something' }, async () => {
    expect(2).toBe(2)
    throw new HarnessError('untestable', 'The keys were never fetched.')
  })
})

rule(
  { id: 'plain.lacking', level: 'MUST', says: 'A capability is needed.', source, capability: 'metrics' },
  () => {
    test('reads the metrics', async () => {
      expect(1).toBe(1)
    })
  },
)

excluded({
  id: 'plain.excluded',
  says: 'Nobody can see it.',
  source,
  excluded: { reason: 'It has no outside.' },
})
