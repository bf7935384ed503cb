import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { whoAmI } from '#harness/client/reviews.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { file } from '#harness/launch/flags.ts'
import { sharedServer } from '../../fixtures/api-server.ts'
import { authenticationConfiguration } from '../../fixtures/authentication-configuration.ts'
import { withoutCredentials } from '../../fixtures/without-credentials.ts'
import { anonymousFile, openPaths } from './anonymous-file.ts'

const serverWith = (content: object): (() => Promise<ApiServer>) =>
  sharedServer(() => ({ flags: { '--authentication-config': file('authentication.yaml', content) } }))

const open = serverWith(authenticationConfiguration({ anonymous: { enabled: true } }))
const closed = serverWith(authenticationConfiguration({ anonymous: { enabled: false } }))
const conditional = serverWith(anonymousFile())

const row = (name: string) => ({ document: 1, section: 'AuthenticationConfiguration', row: name }) as const
const identity = {
  username: 'system:anonymous',
  groups: ['system:unauthenticated'],
}

rule(
  {
    id: 'authn.anonymous.enabled',
    level: 'MUST',
    says: 'anonymous.enabled turns the anonymous authenticator on and off.',
    source: row('AnonymousAuthConfig.enabled'),
    faults: {
      'anonymous-in-file-ignored': ['accepts a request without credentials when it is true'],
      'anonymous-enabled-ignored': ['refuses a request without credentials when it is false'],
      'anonymous-disabled-in-file-refused': ['refuses a request without credentials when it is false'],
    },
  },
  () => {
    test('accepts a request without credentials when it is true', async () => {
      expect(await withoutCredentials(await open(), '/api')).toMatchObject({ letIn: true })
    })

    test('refuses a request without credentials when it is false', async () => {
      expect(await withoutCredentials(await closed(), '/api')).toMatchObject({ letIn: false })
    })
  },
)

rule(
  {
    id: 'authn.anonymous.identity',
    level: 'MUST',
    says: 'Requests without credentials come from the user system:anonymous, in the group system:unauthenticated.',
    source: { document: 1, section: 'Authentication', row: 'Anonymous authentication' },
    capability: 'who-am-i',
    faults: {
      'anonymous-user-name-wrong': ['has the user name of anonymous requests'],
      'anonymous-in-file-ignored': [
        'has the user name of anonymous requests',
        'has the group of anonymous requests, and no other',
      ],
      'anonymous-group-missing': ['has the group of anonymous requests, and no other'],
      'anonymous-counts-as-authenticated': ['has the group of anonymous requests, and no other'],
    },
  },
  () => {
    test('has the user name of anonymous requests', async () => {
      expect((await whoAmI(await open(), { as: 'none' })).user?.username).toBe(identity.username)
    })

    test('has the group of anonymous requests, and no other', async () => {
      expect((await whoAmI(await open(), { as: 'none' })).user?.groups).toEqual(identity.groups)
    })
  },
)

const nearMisses = {
  'a path below it': '/livez/ping',
  'the path with a trailing slash': '/livez/',
  'a path that begins like it': '/livezz',
  'the path in upper case': '/LIVEZ',
  'a path that it begins with': '/live',
  'the root': '/',
  'another path': '/api',
}
const refusals = Object.keys(nearMisses).map((name) => `refuses ${name} without credentials`)
const [first, second] = openPaths

rule(
  {
    id: 'authn.anonymous.conditions',
    level: 'MUST',
    says: 'With conditions, requests without credentials are accepted only on the path of at least one of them.',
    source: row('AnonymousAuthConfig.conditions'),
    faults: {
      'all-anonymous-conditions-required': [
        'accepts the path of the first condition without credentials',
        'accepts the path of the second condition without credentials',
        'accepts the path with a query without credentials',
      ],
      'anonymous-in-file-ignored': [
        'accepts the path of the first condition without credentials',
        'accepts the path of the second condition without credentials',
        'accepts the path with a query without credentials',
      ],
      'only-first-anonymous-condition-used': ['accepts the path of the second condition without credentials'],
      'anonymous-path-compared-with-query': ['accepts the path with a query without credentials'],
      'anonymous-path-prefix-accepted': [
        'refuses a path below it without credentials',
        'refuses the path with a trailing slash without credentials',
        'refuses a path that begins like it without credentials',
      ],
      'anonymous-path-trailing-slash-ignored': ['refuses the path with a trailing slash without credentials'],
      'anonymous-path-case-ignored': ['refuses the path in upper case without credentials'],
      'anonymous-parent-path-accepted': [
        'refuses a path that it begins with without credentials',
        'refuses the root without credentials',
      ],
      'anonymous-conditions-ignored': refusals,
      'anonymous-conditions-restrict-everyone': ['accepts another path with credentials'],
    },
  },
  () => {
    test('accepts the path of the first condition without credentials', async () => {
      expect(await withoutCredentials(await conditional(), first)).toMatchObject({ letIn: true })
    })

    test('accepts the path of the second condition without credentials', async () => {
      expect(await withoutCredentials(await conditional(), second)).toMatchObject({ letIn: true })
    })

    test('accepts the path with a query without credentials', async () => {
      expect(await withoutCredentials(await conditional(), `${first}?verbose`)).toMatchObject({ letIn: true })
    })

    test('accepts another path with credentials', async () => {
      expect(await (await conditional()).request({ path: nearMisses['another path'] })).toMatchObject({
        status: 200,
      })
    })

    test.for(nearMisses)('refuses %s without credentials', async (path) => {
      expect(await withoutCredentials(await conditional(), path)).toMatchObject({ letIn: false })
    })
  },
)
