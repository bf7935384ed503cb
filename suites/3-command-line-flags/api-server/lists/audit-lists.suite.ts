import { expect, rulesOf, says, test } from '#kit'
import { seeing } from '#kit/tables.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { type EntryName, recordedOf, server, tokenOf } from './entries.ts'

const { must } = rulesOf({ document: 3, section: 'Events' })

/** Request for an entry of a list, or for an entry that the list lacks. */
type Request = (entry: EntryName | 'other') => {
  readonly path: string
  readonly method?: string
  readonly token?: string
}

const tokenOfEntry = (entry: EntryName | 'other'): { readonly token?: string } =>
  entry === 'other' ? {} : { token: tokenOf(entry) }
const methods = { first: 'GET', second: 'PUT', third: 'PATCH', last: 'DELETE', other: 'POST' } as const

const requestsByList: Readonly<Record<string, Request>> = {
  users: (entry) => ({ path: '/of-user', ...tokenOfEntry(entry) }),
  userGroups: (entry) => ({ path: '/of-group', ...tokenOfEntry(entry) }),
  verbs: (entry) => ({
    method: methods[entry],
    path: `/apis/verbs.example/v1/things${entry === 'other' ? '' : '/one'}`,
  }),
  resources: (entry) => ({ path: `/apis/${entry}.example/v1/things` }),
  'resources of a group': (entry) => ({ path: `/apis/resources.example/v1/${entry}` }),
  resourceNames: (entry) => ({ path: `/apis/names.example/v1/things/${entry}` }),
  namespaces: (entry) => ({ path: `/apis/spaces.example/v1/namespaces/space-${entry}/things` }),
  nonResourceURLs: (entry) => ({ path: `/of-path/${entry}` }),
}

let sentCount = 0

must(
  'audit.policy.later-entries',
  { ...flagRow('--audit-policy-file', 'lists'), capability: 'audit-policy' },
  () => {
    says('A rule selects the requests of each entry of its lists, and no others.')
    test
      .for(
        Object.fromEntries(
          Object.entries(requestsByList).map(([name, request]) => [
            name,
            name === 'resources' ? seeing(['audit-policy-first-group-only'], { request }) : { request },
          ]),
        ),
      )({ title: 'selects the requests of each of four %s', id: '%s' }, async ({ request }, check) => {
        check.needs('token-file-csv')
        const uris = new Map<string, string>()
        for (const entry of ['first', 'second', 'third', 'last', 'other'] as const) {
          const { path, ...rest } = request(entry)
          const uri = `${path}?listed=${++sentCount}`
          await (await server()).request({ path: uri, ...rest })
          uris.set(uri, entry)
        }
        const recordedUris = await recordedOf([...uris.keys()])

        expect(recordedUris.map((uri) => uris.get(uri))).toEqual(['first', 'second', 'third', 'last'])
      })
      .sees('audit-policy-first-two-entries-only')
  },
)
