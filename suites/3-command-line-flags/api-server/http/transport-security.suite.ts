import { expect, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { serverWithFlags, plainServer } from './http-servers.ts'
import { directives } from './http-servers.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

const { must, unspecified } = rulesOf()

const header = 'strict-transport-security'
const configMaps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { a: 'b' },
})

type ServerFixture = () => Promise<ApiServer>

const headerOf = async (fixture: ServerFixture, path: string) =>
  (await (await fixture()).request({ path })).headers[header]
const row = (aspect: string) => flagRow('--strict-transport-security-directives', aspect)

must('flag.strict-transport-security-directives.header', row('meaning'), () => {
  says('Answers have the directives in their HSTS header; empty adds none.')
  test(
    { title: 'sends the directives in the response to a GET request', id: 'sends the directives' },
    async () => {
      const directiveParts = String(await headerOf(serverWithFlags, '/version')).split(';')

      expect(directiveParts.map((part) => part.trim()).toSorted()).toEqual(directives.toSorted())
    },
  ).sees('hsts-never')

  const writeRequests = {
    POST: { path: configMaps, body: configMap('created') },
    PUT: { path: `${configMaps}/put`, body: configMap('put') },
    PATCH: { path: `${configMaps}/patched`, body: { data: { a: 'c' } } },
    DELETE: { path: `${configMaps}/deleted` },
  }
  test
    .for(writeRequests)(
      { title: 'sends the directives in the response to a %s request', id: 'sends the directives for %s' },
      async ({ path, ...rest }, check) => {
        check.needs('objects')
        const method = Object.entries(writeRequests).find(([, each]) => each.path === path)?.[0] ?? 'GET'
        const server = await serverWithFlags()
        const name = path.slice(configMaps.length + 1)
        if (name !== '') await server.request({ method: 'POST', path: configMaps, body: configMap(name) })
        const { status, headers } = await server.request({
          method,
          path,
          ...('body' in rest && { body: rest.body }),
          ...(method === 'PATCH' && { headers: mergePatchHeaders }),
        })

        expect({ status, directives: String(headers[header]).split(/; */).toSorted() }).toEqual({
          status: method === 'POST' ? 201 : 200,
          directives: directives.toSorted(),
        })
      },
    )
    .sees('hsts-for-reads-only')

  test(
    {
      title: 'sends the directives in the response to a request with an invalid token',
      id: 'sends the directives to a caller with an invalid token',
    },
    async (check) => {
      const { status, headers } = await (await serverWithFlags()).request({
        path: '/version',
        token: 'of-no-user',
      })
      check.observe('status', status)

      expect(String(headers[header]).split(/; */).toSorted()).toEqual(directives.toSorted())
    },
  ).sees('hsts-after-authentication')

  test(
    { title: 'sends no HSTS header without directives', id: 'sends no header without directives' },
    async () => {
      expect(await headerOf(plainServer, '/version')).toBeUndefined()
    },
  ).sees('hsts-without-directives')
})

unspecified('flag.strict-transport-security-directives.open', row('answers'), () => {
  says('Whether an answer that nothing is there has the header is open.')
  test(
    {
      title: 'records the header of a response with status 404',
      id: 'observes the header of an answer that nothing is there',
    },
    async (check) => {
      check.observe(
        'has the header',
        (await headerOf(serverWithFlags, '/apis/nothing.example')) !== undefined,
      )
    },
  )
})
