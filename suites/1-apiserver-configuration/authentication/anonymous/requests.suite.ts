import { accepts, expect, formerly, refuses, rulesOf, says, seeing, test } from '#kit'
import { file } from '#kit/launch.ts'
import { whoAmI } from '#harness/programs/reviews.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { authenticationConfiguration } from '../../../shared/authentication/configuration.ts'
import { admittedRequest, withoutCredentials } from '../../../shared/authentication/without-credentials.ts'
import { anonymousFile, openPaths } from '../../../shared/authentication/anonymous-file.ts'

const { must } = rulesOf({ document: 1, section: 'Authentication' })

const serverWith = (content: object): (() => Promise<ApiServer>) =>
  sharedServer(() => ({ flags: { '--authentication-config': file('authentication.yaml', content) } }))

const openServer = serverWith(authenticationConfiguration({ anonymous: { enabled: true } }))
const closedServer = serverWith(authenticationConfiguration({ anonymous: { enabled: false } }))
const conditionalServer = serverWith(anonymousFile())

const rowsAbout = (rows: readonly string[], aspect?: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows, ...(aspect && { aspect }) }) as const
const identity = {
  username: 'system:anonymous',
  groups: ['system:unauthenticated'],
}

must('authn.anonymous.enabled', rowsAbout(['enabled']), () => {
  says('anonymous.enabled turns the anonymous authenticator on and off.')
  accepts(
    {
      title: 'a request without credentials when enabled is true',
      id: 'a request without credentials when it is true',
    },
    async () => {
      expect(await withoutCredentials(await openServer(), '/api')).toMatchObject({ letIn: true })
    },
  ).sees('authorization-mode-default-denies')

  refuses(
    {
      title: 'a request without credentials when enabled is false',
      id: 'a request without credentials when it is false',
    },
    async () => {
      expect(await withoutCredentials(await closedServer(), '/api')).toMatchObject({ letIn: false })
    },
  ).sees('anonymous-enabled-ignored')
})

must('authn.anonymous.identity', { row: 'Anonymous authentication', capability: 'who-am-i' }, () => {
  says(
    'Requests without credentials come from the user system:anonymous, in the group system:unauthenticated.',
  )
  test(
    {
      title: 'a request without credentials has the user name of anonymous requests',
      id: 'has the user name of anonymous requests',
    },
    async () => {
      expect((await whoAmI(await openServer(), { as: 'none' })).user?.username).toBe(identity.username)
    },
  ).sees('anonymous-user-name-wrong')

  test(
    {
      title: 'a request without credentials has only the group of anonymous requests',
      id: 'has the group of anonymous requests, and no other',
    },
    async () => {
      expect((await whoAmI(await openServer(), { as: 'none' })).user?.groups).toEqual(identity.groups)
    },
  ).sees('anonymous-group-missing')
})

const unmatchedPath = '/api'
const nearMisses = {
  'a path below that of a condition': formerly(
    'a path below it',
    seeing(['anonymous-path-prefix-accepted'], '/livez/ping'),
  ),
  'the path of a condition with a trailing slash': formerly(
    'the path with a trailing slash',
    seeing(['anonymous-path-trailing-slash-ignored'], '/livez/'),
  ),
  'a path that begins with that of a condition': formerly(
    'a path that begins like it',
    seeing(['anonymous-path-prefix-accepted'], '/livezz'),
  ),
  'the path of a condition in upper case': formerly(
    'the path in upper case',
    seeing(['anonymous-path-case-ignored'], '/LIVEZ'),
  ),
  'a prefix of the path of a condition': formerly(
    'a path that it begins with',
    seeing(['anonymous-parent-path-accepted'], '/live'),
  ),
  'the root': seeing(['anonymous-parent-path-accepted'], '/'),
  'a path that no condition allows': formerly('another path', unmatchedPath),
}
const [first, second] = openPaths
const writeMethods = { POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' } as const
const objects = '/api/v1/namespaces/default/configmaps/none'

must('authn.anonymous.conditions', rowsAbout(['conditions']), () => {
  says('With conditions, requests without credentials are accepted only on the path of at least one of them.')
  accepts(
    {
      title: 'a request to the path of the first condition without credentials',
      id: 'the path of the first condition without credentials',
    },
    async () => {
      expect(await withoutCredentials(await conditionalServer(), first)).toMatchObject({ letIn: true })
    },
  ).sees('all-anonymous-conditions-required')

  accepts(
    {
      title: 'a request to the path of the second condition without credentials',
      id: 'the path of the second condition without credentials',
    },
    async () => {
      expect(await withoutCredentials(await conditionalServer(), second)).toMatchObject({ letIn: true })
    },
  ).sees('only-first-anonymous-condition-used')

  accepts(
    {
      title: 'a request to an allowed path with a query, without credentials',
      id: 'the path with a query without credentials',
    },
    async () => {
      expect(await withoutCredentials(await conditionalServer(), `${first}?verbose`)).toMatchObject({
        letIn: true,
      })
    },
  ).sees('anonymous-path-compared-with-query')

  accepts
    .for(writeMethods)(
      {
        title: 'a %s request to the path of the first condition without credentials',
        id: 'the path of the first condition without credentials with %s',
      },
      async (method) => {
        // The documents leave open the result for this method, which may be a status such as 405.
        expect((await withoutCredentials(await conditionalServer(), first, method)).letIn).not.toBe(false)
      },
    )
    .sees('anonymous-writes-refused')

  accepts(
    {
      title: 'a request with credentials to a path that no condition allows',
      id: 'another path with credentials',
    },
    async () => {
      expect(await (await conditionalServer()).request({ path: unmatchedPath })).toMatchObject({
        status: 200,
      })
    },
  ).sees('anonymous-conditions-restrict-everyone')

  refuses(
    {
      title: 'a request to the path of the first condition with an invalid token',
      id: 'the path of the first condition with an invalid token',
    },
    async () => {
      const caller = { path: first, token: 'of-no-user' }

      expect(await admittedRequest(await conditionalServer(), caller)).toMatchObject({ letIn: false })
    },
  ).sees('anonymous-after-rejected-credentials')

  refuses
    .for(nearMisses)(
      { title: 'a request without credentials to %s', id: '%s without credentials' },
      async (path) => {
        expect(await withoutCredentials(await conditionalServer(), path)).toMatchObject({ letIn: false })
      },
    )
    .sees('anonymous-conditions-ignored')

  refuses
    .for(writeMethods)(
      {
        title: 'a %s request without credentials to a path that no condition allows',
        id: 'another path without credentials with %s',
      },
      async (method) => {
        expect(await withoutCredentials(await conditionalServer(), objects, method)).toMatchObject({
          letIn: false,
        })
      },
    )
    .sees('anonymous-writes-unconditional', 'anonymous-conditions-ignored')
})
