import { expect, rulesOf, says, test } from '#kit'
import { expectIdentity, groupsOf, identity } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { aliceHeader, type HeaderServer, proxiedCaller } from './fixture.ts'
import { servers } from './header-servers-shared.ts'

const { must } = rulesOf()

const [serverWithAllHeaders, serverWithUserNames] = servers

must('flag.requestheader-group-headers.name-groups', flagRow('--requestheader-group-headers'), () => {
  says('The groups are in the listed headers, and in no others.')
  const headers = { ...aliceHeader, 'X-Remote-Group': ['crew', 'cooks'], 'X-Other-Group': 'night' }

  test('every value of every listed header is a group', async () => {
    expect(await groupsOf(await serverWithAllHeaders(), await proxiedCaller('front-proxy', headers))).toEqual(
      ['cooks', 'crew', 'night'],
    )
  }).sees('requestheader-groups-ignored')

  test(
    {
      title: 'a usual group header is not read without the flag',
      id: 'without the flag, a usual group header is not read',
    },
    async () => {
      await expectIdentity(await serverWithUserNames(), await proxiedCaller('front-proxy', headers), {
        username: 'alice',
      })
      expect(
        await groupsOf(await serverWithUserNames(), await proxiedCaller('front-proxy', headers)),
      ).toEqual([])
    },
  ).sees('requestheader-group-default-header')
})

must(
  'flag.requestheader-extra-headers-prefix.gives-extra',
  flagRow('--requestheader-extra-headers-prefix'),
  () => {
    says('Headers that begin with a listed prefix give extra attributes, and no others do.')
    const headers = { ...aliceHeader, 'X-Remote-Extra-Scope': ['one', 'two'], 'X-Other-Extra-shift': 'night' }
    const extraOf = async (server: HeaderServer): Promise<Record<string, readonly string[]>> => {
      const user = await identity(await server(), await proxiedCaller('front-proxy', headers))
      const extraAttributes = user === 'nobody' ? {} : (user.extra ?? {})
      // Keys are compared in lower case, because header names are case-insensitive.
      const lowerCaseEntries = Object.entries(extraAttributes).map(
        ([key, values]) => [key.toLowerCase(), values] as const,
      )
      return Object.fromEntries(lowerCaseEntries.filter(([key]) => key === 'scope' || key === 'shift'))
    }

    test('headers of every listed prefix give extra attributes', async () => {
      expect(await extraOf(serverWithAllHeaders)).toEqual({ scope: ['one', 'two'], shift: ['night'] })
    }).sees('requestheader-extra-ignored')

    test(
      {
        title: 'a usual extra header is not read without the flag',
        id: 'without the flag, a usual extra header is not read',
      },
      async () => {
        await expectIdentity(await serverWithUserNames(), await proxiedCaller('front-proxy', headers), {
          username: 'alice',
        })
        expect(await extraOf(serverWithUserNames)).toEqual({})
      },
    ).sees('requestheader-extra-default-prefix')
  },
)

must('flag.requestheader-uid-headers.name-uid', flagRow('--requestheader-uid-headers'), () => {
  says('The UID is in one of the listed headers, and in no other.')
  test('a listed header gives the UID', async () => {
    const proxyCredentials = await proxiedCaller('front-proxy', {
      ...aliceHeader,
      'X-Remote-Uid': 'uid-1',
    })

    await expectIdentity(await serverWithAllHeaders(), proxyCredentials, { username: 'alice', uid: 'uid-1' })
  }).sees('requestheader-uid-ignored')

  test(
    { title: 'the second listed header gives the UID', id: 'another listed header gives the UID' },
    async () => {
      const proxyCredentials = await proxiedCaller('front-proxy', {
        ...aliceHeader,
        'X-Other-Uid': 'uid-2',
      })

      await expectIdentity(await serverWithAllHeaders(), proxyCredentials, {
        username: 'alice',
        uid: 'uid-2',
      })
    },
  ).sees('only-first-requestheader-uid-header')

  test(
    {
      title: 'a usual UID header is not read without the flag',
      id: 'without the flag, a usual UID header is not read',
    },
    async () => {
      const proxyCredentials = await proxiedCaller('front-proxy', {
        ...aliceHeader,
        'X-Remote-Uid': 'uid-1',
      })

      await expectIdentity(await serverWithUserNames(), proxyCredentials, { username: 'alice' })
      expect(await identity(await serverWithUserNames(), proxyCredentials)).not.toHaveProperty('uid', 'uid-1')
    },
  ).sees('requestheader-uid-default-header')
})
