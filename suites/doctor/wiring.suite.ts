import { expect, HarnessError, rulesOf, says, test, until } from '#kit'
import { file, freePort } from '#kit/launch.ts'
import { sharedServer } from '../shared/api-server.ts'
import { authenticationConfiguration, plainAuthenticator } from '../shared/authentication/configuration.ts'
import { sharedOidcHost } from '../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'Wiring' })

const host = sharedOidcHost()
const server = sharedServer(async () => {
  const oidcHost = await host()
  const jwt = [plainAuthenticator(oidcHost.issuer('doctor'))]
  return {
    peers: [oidcHost],
    flags: { '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })) },
  }
})

must('doctor.port', 'wiring', () => {
  says('A port of 127.0.0.1 can be had.')
  test('a port of 127.0.0.1 is free', async () => {
    expect(await freePort()).toBeGreaterThan(0)
  })
})

must('doctor.start', 'wiring', () => {
  says('The API server starts and answers the administrator.')
  test(
    {
      title: 'the API server starts, and the certificates of both sides are trusted',
      id: 'the API server starts, and its certificate and ours are trusted',
    },
    async () => {
      const apiServer = await server()
      expect(await apiServer.request({ path: '/readyz' })).toMatchObject({ status: 200 })
      // Health is open to all clients, so it does not show whether the certificate of the administrator is trusted.
      const { status, body } = await apiServer.request({
        method: 'POST',
        path: '/apis/authentication.orch.io/v1/selfsubjectreviews',
        body: {
          apiVersion: `authentication.${apiServer.dialect.groupDomain}/v1`,
          kind: 'SelfSubjectReview',
        },
      })
      if (status === 201)
        expect(body, 'the user of the certificate of the administrator').not.toContain('system:anonymous')
    },
  )
})

must('doctor.issuer', 'wiring', () => {
  says('The API server reaches the mock issuer and trusts its certificate.')
  // Long enough for a server to retry an issuer after several seconds.
  const requestedWithinMs = 15_000

  test(
    {
      title: 'the API server requests the discovery document of the issuer',
      id: 'the API server asks the issuer for its discovery document',
    },
    async () => {
      await server()
      const { journal } = (await host()).issuer('doctor')
      await until(() => journal.length > 0, { withinMs: requestedWithinMs, what: 'the issuer was asked' })
      expect(journal[0]?.what).toContain('.well-known/openid-configuration')
    },
  )
})

must('doctor.clock', 'wiring', () => {
  says('The clocks agree well enough for tokens.')
  // Longest clock difference between harness and server, because some rules measure seconds.
  const maxClockSkewMs = 2_000

  test(
    {
      title: 'the clock of the API server agrees with the clock of the harness',
      id: 'the clock of the API server agrees with ours',
    },
    async () => {
      const { headers } = await (await server()).request({ path: '/readyz' })
      const serverTimeMs = Date.parse(String(headers.date))
      if (Number.isNaN(serverTimeMs))
        throw new HarnessError('not-applicable', 'The API server sends no Date header.')
      expect(Math.abs(serverTimeMs + 500 - Date.now())).toBeLessThan(maxClockSkewMs)
    },
  )
})
