import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { expectIdentity, groupsOf, identity } from '../../fixtures/identity.ts'
import { flagRow } from '../flag-rules.ts'
import { alice, type HeaderServer, through } from './header-world.ts'

/** What other headers say of the user. */
export function headerAttributes(everything: HeaderServer, usernamesOnly: HeaderServer): void {
  rule(
    {
      id: 'flag.requestheader-group-headers.name-groups',
      level: 'MUST',
      says: 'The groups stand in the listed headers, and in no others.',
      source: flagRow('--requestheader-group-headers'),
      faults: {
        'requestheader-groups-ignored': ['every value of every listed header is a group'],
        'only-first-requestheader-group': ['every value of every listed header is a group'],
        'requestheader-group-default-header': ['without the flag, a usual group header is not read'],
      },
    },
    () => {
      const headers = { ...alice, 'X-Remote-Group': ['crew', 'cooks'], 'X-Other-Group': 'night' }

      test('every value of every listed header is a group', async () => {
        expect(await groupsOf(await everything(), await through('front-proxy', headers))).toEqual([
          'cooks',
          'crew',
          'night',
        ])
      })

      test('without the flag, a usual group header is not read', async () => {
        expect(await groupsOf(await usernamesOnly(), await through('front-proxy', headers))).toEqual([])
      })
    },
  )

  rule(
    {
      id: 'flag.requestheader-extra-headers-prefix.gives-extra',
      level: 'MUST',
      says: 'Headers that begin with a listed prefix give extra attributes, and no others do.',
      source: flagRow('--requestheader-extra-headers-prefix'),
      faults: {
        'requestheader-extra-ignored': ['headers of every listed prefix give extra attributes'],
        'requestheader-extra-prefix-kept': ['headers of every listed prefix give extra attributes'],
        'only-first-requestheader-extra-prefix': ['headers of every listed prefix give extra attributes'],
        'requestheader-extra-default-prefix': ['without the flag, a usual extra header is not read'],
      },
    },
    () => {
      const headers = { ...alice, 'X-Remote-Extra-Scope': ['one', 'two'], 'X-Other-Extra-shift': 'night' }
      const extraOf = async (server: HeaderServer): Promise<Record<string, readonly string[]>> => {
        const user = await identity(await server(), await through('front-proxy', headers))
        const extra = user === 'nobody' ? {} : (user.extra ?? {})
        // Which case the rest of a header's name keeps is not documented: header names have none.
        const named = Object.entries(extra).map(([key, values]) => [key.toLowerCase(), values] as const)
        return Object.fromEntries(named.filter(([key]) => key === 'scope' || key === 'shift'))
      }

      test('headers of every listed prefix give extra attributes', async () => {
        expect(await extraOf(everything)).toEqual({ scope: ['one', 'two'], shift: ['night'] })
      })

      test('without the flag, a usual extra header is not read', async () => {
        expect(await extraOf(usernamesOnly)).toEqual({})
      })
    },
  )

  rule(
    {
      id: 'flag.requestheader-uid-headers.name-uid',
      level: 'MUST',
      says: 'The UID stands in one of the listed headers, and in no other.',
      source: flagRow('--requestheader-uid-headers'),
      faults: {
        'requestheader-user-is-certificate-name': [
          'a listed header gives the UID',
          'another listed header gives the UID',
        ],
        'only-first-requestheader-uid-header': ['another listed header gives the UID'],
        'requestheader-uid-default-header': ['without the flag, a usual UID header is not read'],
        'requestheader-uid-ignored': ['a listed header gives the UID', 'another listed header gives the UID'],
      },
    },
    () => {
      test('a listed header gives the UID', async () => {
        const shown = await through('front-proxy', { ...alice, 'X-Remote-Uid': 'uid-1' })

        await expectIdentity(await everything(), shown, { username: 'alice', uid: 'uid-1' })
      })

      test('another listed header gives the UID', async () => {
        const shown = await through('front-proxy', { ...alice, 'X-Other-Uid': 'uid-2' })

        await expectIdentity(await everything(), shown, { username: 'alice', uid: 'uid-2' })
      })

      test('without the flag, a usual UID header is not read', async () => {
        const shown = await through('front-proxy', { ...alice, 'X-Remote-Uid': 'uid-1' })

        expect(await identity(await usernamesOnly(), shown)).not.toHaveProperty('uid', 'uid-1')
      })
    },
  )
}
