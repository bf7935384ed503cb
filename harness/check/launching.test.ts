import { describe, expect, test } from 'vitest'
import { type ApiServer, attemptApiServer } from '../programs/api-server.ts'
import { asCheck } from '../testing/fake-check.ts'
import { currentCheck } from './context.ts'
import { launching } from './launching.ts'

const { expectAccepted, expectRefusal, outcome, start } = launching<object, ApiServer>({
  try: async (_spec, withinMs, pace) => {
    const options = { settings: currentCheck().settings, storage: 'http://127.0.0.1:1' }
    return { attempt: await attemptApiServer(options, withinMs, pace), release: async () => {} }
  },
})

// A slow machine can also keep a program from serving. The check is then inconclusive, and never green.
const notReadyPattern = /ready|hung|processor/

describe('an accepted start', () => {
  test('an accepted start becomes ready', async () => {
    await expect(asCheck(() => expectAccepted({}))).resolves.toBeUndefined()
  })

  test.each([
    ['refuse', /refused/],
    ['exit-at-once', /ended at once instead of serving/],
    ['never-listen', notReadyPattern],
  ])('a program with --behave=%s is not an accepted start', async (behave, why) => {
    await expect(asCheck(() => expectAccepted({}), { behave })).rejects.toThrow(why)
  })
})

describe('a refused start', () => {
  test('a program that exits with a code other than 0 is a refused start', async () => {
    await expect(asCheck(() => expectRefusal({}, 'behave'), { behave: 'refuse' })).resolves.toBeUndefined()
  })

  test('a program that becomes ready is not a refused start', async () => {
    await expect(asCheck(() => expectRefusal({}, 'behave'))).rejects.toThrow(/refused/)
  })

  test('a program that exits with the code 0 is not a refused start', async () => {
    await expect(asCheck(() => expectRefusal({}, 'behave'), { behave: 'exit-at-once' })).rejects.toThrow(
      /exit code/,
    )
  })

  test('a program that keeps running without serving is not a refused start', async () => {
    await expect(asCheck(() => expectRefusal({}, 'behave'), { behave: 'never-listen' })).rejects.toThrow(
      notReadyPattern,
    )
  })

  test('a program that reports the reason of its exit in a file instead of on stderr is a refused start', async () => {
    const behaviour = 'refuse-in-a-file'
    await expect(asCheck(() => expectRefusal({}, 'behave'), { behave: behaviour })).resolves.toBeUndefined()
  })

  test.each([
    ['refuse-by-segv', /SIGSEGV/],
    ['refuse-by-go-panic', /panic/],
    ['refuse-by-node-error', /uncaught|Node/i],
  ])('a crash is not a refused start: %s', async (behave, how) => {
    await expect(asCheck(() => expectRefusal({}, 'behave'), { behave })).rejects.toMatchObject({
      code: 'crashed',
      message: expect.stringMatching(how) as string,
    })
  })

  test('the expectation of a refused start requires a subject', async () => {
    const checkOptions = { behave: 'refuse' }
    await expect(asCheck(() => expectRefusal({}, ''), checkOptions)).rejects.toThrow(/about nothing/)
    await expect(asCheck(() => expectRefusal({}, []), checkOptions)).rejects.toThrow(/about nothing/)
  })

  test('a refused start must name the mistake, if the dialect has messages with the mistake', async () => {
    const checkOptions = { behave: 'refuse', dialect: 'kubernetes' } as const

    await expect(asCheck(() => expectRefusal({}, 'behave'), checkOptions)).resolves.toBeUndefined()
    await expect(asCheck(() => expectRefusal({}, 'audit'), checkOptions)).rejects.toThrow(
      /another reason than audit/,
    )
  })
})

test('a check cannot use a program that refused to start', async () => {
  await expect(asCheck(() => start({}), { behave: 'refuse' })).rejects.toThrow(/refused/)
})

test('a callback on a ready program may start more programs than the limit of parallel starts', async () => {
  const thirdStart = async (): Promise<void> => void (await start({}))
  const secondStart = async (): Promise<void> => void (await outcome({}, thirdStart))
  await expect(asCheck(() => outcome({}, secondStart))).resolves.toMatchObject({ outcome: 'ready' })
})
