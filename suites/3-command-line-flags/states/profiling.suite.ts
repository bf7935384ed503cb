import { once } from 'node:events'
import { linkSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, messageOf, refuses, rulesOf, says, shared, test } from '#kit'
import { makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import { sharedServer } from '../../shared/api-server.ts'
import { flagRow } from '../../shared/flags/place.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Endpoints' })

const profiles = '/debug/pprof/'
const directory = shared(() => makeWorkspace('debug'), removeWorkspace)

const profilingServer = sharedServer(async () => ({
  flags: {
    '--debug-socket-path': await socketPath(),
    '--authorization-mode': 'RBAC',
    '--anonymous-auth': true,
  },
}))
const serverWithoutProfiling = sharedServer(async () => ({
  flags: {
    '--profiling': false,
    '--contention-profiling': true,
    '--debug-socket-path': await socketPath('closed'),
  },
}))

async function socketPath(name = 'debug'): Promise<string> {
  return join(await directory(), `${name}.sock`)
}

const answerWithinMs = 10_000

/** Returns the status of a path on the socket, without any credentials, or the error without a response. */
async function statusOnSocket(path: string, name?: string): Promise<number | string> {
  const socket = await socketPath(name)
  return new Promise((resolve) => {
    const socketRequest = request({ socketPath: socket, path, timeout: answerWithinMs }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    socketRequest.once('timeout', () =>
      socketRequest.destroy(new Error(`no answer within ${answerWithinMs} ms`)),
    )
    socketRequest.once('error', (thrown) => resolve(messageOf(thrown)))
    socketRequest.end()
  })
}

must('flag.profiling.serves', flagRow('--profiling', 'meaning'), () => {
  says('Profiling is served at /debug/pprof/ by default, to those who may, and not with --profiling=false.')
  test('serves profiles to the administrator by default', async () => {
    expect(await (await profilingServer()).request({ path: profiles })).toMatchObject({ status: 200 })
  }).sees('profiling-missing')

  refuses('profiles to a caller without credentials', async () => {
    const { status } = await (await profilingServer()).request({ path: profiles, as: 'none' })

    expect(status).toBeOneOf([401, 403])
  }).sees('profiling-unprotected')

  refuses('profiles to a user without permission', async () => {
    const server = await profilingServer()
    const as = server.credentials.authority.issue({ commonName: 'somebody', usage: 'client', hosts: [] })

    expect((await server.request({ path: profiles, as })).status).toBeOneOf([401, 403])
  }).sees('profiling-unprotected')

  refuses('profiles when profiling is off', async () => {
    const { status } = await (await serverWithoutProfiling()).request({ path: profiles })

    expect(status, `the status of ${profiles}`).toBeGreaterThanOrEqual(400)
  }).sees('profiling-always')

  refuses(
    {
      title: 'every path below the index when profiling is off',
      id: 'every path below it when profiling is off',
    },
    async () => {
      const profilePaths = ['heap', 'cmdline', 'goroutine?debug=1', 'symbol'].map(
        (name) => `${profiles}${name}`,
      )
      const responses = await Promise.all(
        profilePaths.map(async (path) => ({
          path,
          status: (await (await serverWithoutProfiling()).request({ path })).status,
        })),
      )

      expect(responses.filter(({ status }) => status < 400)).toEqual([])
    },
  ).sees('profiling-always-below')

  refuses(
    {
      title: 'the block profile when profiling is off, although contention profiling is on',
      id: 'the block profile when profiling is off, although it is wanted',
    },
    async () => {
      const { status } = await (await serverWithoutProfiling()).request({ path: `${profiles}block?debug=1` })

      expect(status, 'the status of the block profile').toBeGreaterThanOrEqual(400)
    },
  ).sees('contention-profiling-alone')
})

must('flag.debug-socket-path.serves', flagRow('--debug-socket-path', 'meaning'), () => {
  says(
    'The unix socket at --debug-socket-path serves profiling, and only that, to every client that can connect to it.',
  )
  test('serves profiles without credentials', async () => {
    await profilingServer()

    expect(await statusOnSocket(profiles)).toBe(200)
  }).sees('debug-socket-missing')

  test('serves profiles on the socket when profiling is off at the port', async () => {
    await serverWithoutProfiling()

    expect(await statusOnSocket(profiles, 'closed')).toBe(200)
  }).sees('debug-socket-needs-profiling')

  refuses('other paths on the socket', async () => {
    await profilingServer()

    const statuses = [
      await statusOnSocket('/api'),
      await statusOnSocket('/api/v1/namespaces'),
      await statusOnSocket('/healthz'),
    ]

    expect(statuses.filter((status) => Number(status) < 400)).toEqual([])
  }).sees('debug-socket-serves-api')
})

/** Leaves a socket on which nothing listens, as a killed server does. */
async function leaveSocket(path: string): Promise<string> {
  const server = createServer()
  server.listen(`${path}.listening`)
  await once(server, 'listening')
  linkSync(`${path}.listening`, path)
  server.close()
  await once(server, 'close')
  return path
}

const serverAfterAnother = sharedServer(async () => ({
  flags: { '--debug-socket-path': await leaveSocket(await socketPath('left')) },
}))

must('flag.debug-socket-path.second-start', flagRow('--debug-socket-path', 'second start'), () => {
  says('The socket is served, also if an earlier server left one at its path.')
  test({ title: 'serves profiles at the path of a socket that was left', id: 'left' }, async () => {
    await serverAfterAnother()

    expect(await statusOnSocket(profiles, 'left')).toBe(200)
  }).sees('debug-socket-left-stays', 'debug-socket-missing')
})

unspecified('lifecycle.endpoints.profiling', 'API server host:port/debug/pprof/', () => {
  says('Unspecified: the content of the profiling endpoint.')
  test({ title: 'records the index of profiles', id: 'observes the index of profiles' }, async (check) => {
    const { status, headers } = await (await profilingServer()).request({ path: profiles })
    check.observe('answer', { status, type: headers['content-type'] })
  })
})
