import { request } from 'node:http'
import { join } from 'node:path'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { messageOf } from '#harness/errors.ts'
import { makeWorkspace, removeWorkspace } from '#harness/launch/workspace.ts'
import { afterAll } from 'vitest'
import { sharedServer } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const profiles = '/debug/pprof/'
let directory: string | undefined

const open = sharedServer(async () => {
  directory = makeWorkspace('debug')
  return {
    flags: { '--debug-socket-path': socketPath(), '--authorization-mode': 'RBAC', '--anonymous-auth': true },
  }
})
const closed = sharedServer(() => ({ flags: { '--profiling': false } }))

afterAll(async () => {
  if (directory !== undefined) removeWorkspace(directory)
  directory = undefined
})

function socketPath(): string {
  return join(directory ?? '', 'debug.sock')
}

const answerWithinMs = 10_000

/** The status that a path has on the socket, without any credentials; the error when nobody answers. */
function onSocket(path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request({ socketPath: socketPath(), path, timeout: answerWithinMs }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${answerWithinMs} ms`)))
    sent.once('error', (thrown) => resolve(messageOf(thrown)))
    sent.end()
  })
}

rule(
  {
    id: 'flag.profiling.serves',
    level: 'MUST',
    says: 'Profiling is served at /debug/pprof/ by default, to those who may, and not with --profiling=false.',
    source: flagRow('--profiling', 'meaning'),
    faults: {
      'profiling-missing': ['serves profiles to the administrator by default'],
      'profiling-unprotected': ['refuses profiles to a caller without credentials'],
      'rbac-allows-everything': ['refuses profiles to a caller without credentials'],
      'undecided-end-allows': ['refuses profiles to a caller without credentials'],
      'profiling-always': ['refuses profiles when profiling is off'],
    },
  },
  () => {
    test('serves profiles to the administrator by default', async () => {
      expect(await (await open()).request({ path: profiles })).toMatchObject({ status: 200 })
    })

    test('refuses profiles to a caller without credentials', async () => {
      const { status } = await (await open()).request({ path: profiles, as: 'none' })

      expect([401, 403]).toContain(status)
    })

    test('refuses profiles when profiling is off', async () => {
      const { status } = await (await closed()).request({ path: profiles })

      expect(status).toBeGreaterThanOrEqual(400)
    })
  },
)

rule(
  {
    id: 'flag.debug-socket-path.serves',
    level: 'MUST',
    says: 'The unix socket at --debug-socket-path serves profiling, and only that, to whoever reaches it.',
    source: flagRow('--debug-socket-path', 'meaning'),
    faults: {
      'debug-socket-missing': ['serves profiles without credentials'],
      'debug-socket-protected': ['serves profiles without credentials'],
      'debug-socket-serves-api': ['refuses other paths on the socket'],
    },
  },
  () => {
    test('serves profiles without credentials', async () => {
      await open()

      expect(await onSocket(profiles)).toBe(200)
    })

    test('refuses other paths on the socket', async () => {
      await open()

      const answers = [await onSocket('/api'), await onSocket('/api/v1/namespaces')]

      expect(answers.filter((status) => Number(status) < 400)).toEqual([])
    })
  },
)

rule(
  {
    id: 'lifecycle.endpoints.profiling',
    level: 'UNSPECIFIED',
    says: 'What is served at the address of profiles beside that it is, is open.',
    source: { document: 3, section: 'Endpoints', row: 'host:port/debug/pprof/' },
  },
  () => {
    test('observes the index of profiles', async (check) => {
      const { status, headers } = await (await open()).request({ path: profiles })
      check.observe('answer', { status, type: headers['content-type'] })
    })
  },
)
