import { expect, rulesOf, says, test } from '#kit'
import type { UserInfo } from '#harness/programs/reviews.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { expectIdentity } from '../identity.ts'
import { aliceHeader, laterProxyCaller, proxiedCaller } from './fixture.ts'
import { servers } from './header-servers-shared.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

const [serverWithAllHeaders] = servers

/** Request of a proxy that uses the last of three entries of a list, and the user of the request. */
interface LaterEntry {
  readonly flag: string
  readonly says: string
  readonly proxy?: string
  readonly headers: Readonly<Record<string, string>>
  readonly user: Partial<UserInfo>
}

const containing = (...values: readonly string[]): readonly string[] =>
  expect.arrayContaining([...values]) as unknown as readonly string[]

const laterEntries: readonly LaterEntry[] = [
  {
    flag: '--requestheader-allowed-names',
    says: 'A proxy with any of the listed common names may supply user names.',
    proxy: 'last-proxy',
    headers: aliceHeader,
    user: { username: 'alice' },
  },
  {
    flag: '--requestheader-username-headers',
    says: 'Any of the listed headers names the user.',
    headers: { 'X-Last-User': 'alice' },
    user: { username: 'alice' },
  },
  {
    flag: '--requestheader-group-headers',
    says: 'Each of the listed headers gives groups.',
    headers: { ...aliceHeader, 'X-Remote-Group': 'crew', 'X-Last-Group': 'night' },
    user: { username: 'alice', groups: containing('crew', 'night') },
  },
  {
    flag: '--requestheader-uid-headers',
    says: 'Any of the listed headers gives the UID.',
    headers: { ...aliceHeader, 'X-Last-Uid': 'uid-3' },
    user: { username: 'alice', uid: 'uid-3' },
  },
  {
    flag: '--requestheader-extra-headers-prefix',
    says: 'Headers with any of the listed prefixes give extra attributes.',
    headers: { ...aliceHeader, 'X-Last-Extra-scope': 'three' },
    user: {
      username: 'alice',
      extra: expect.objectContaining({ scope: ['three'] }) as UserInfo['extra'] & {},
    },
  },
]

for (const { flag, says: sentence, proxy = 'front-proxy', headers, user } of laterEntries)
  must(`flag.${flag.slice(2)}.later`, flagRow(flag, 'later entries'), () => {
    says(sentence)
    test({ title: 'the last of three entries is used', id: 'last-of-three' }, async () => {
      await expectIdentity(await serverWithAllHeaders(), await proxiedCaller(proxy, headers), user)
    }).sees('only-first-two-requestheader-entries-used')
  })

must('flag.requestheader-client-ca-file.bundle', flagRow('--requestheader-client-ca-file', 'last CA'), () => {
  says('Each CA of the bundle verifies proxies.')
  test(
    { title: 'headers with a certificate that the last of three CAs signed name the user', id: 'last' },
    async () => {
      const caller = await laterProxyCaller('last', 'front-proxy', aliceHeader)

      await expectIdentity(await serverWithAllHeaders(), caller, { username: 'alice' })
    },
  ).sees('only-first-two-requestheader-cas-trusted', 'only-first-requestheader-ca-trusted')
})
