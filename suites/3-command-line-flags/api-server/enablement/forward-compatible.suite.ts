import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { expectRefusal, expectServes, startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  earlierVersionServer,
  emulationFlags,
  forwardCompatibleServer,
  forwardWithoutBeta,
  newerApiName,
  servesNewerApi,
  switchedServer,
} from './fixtures.ts'

const { must } = rulesOf({ document: 3, section: 'Errors', overlaps: true })

const permissionFlag = '--runtime-config-emulation-forward-compatible'
const newerApiFlags = (): Flags => ({ '--runtime-config': `${newerApiName()}=true` })

must(
  'flag.emulation-forward-compatible.newer-versions',
  { ...flagRow('--emulation-forward-compatible', 'meaning'), capability: 'api-discovery' },
  () => {
    says('Newer versions of APIs that are on at the emulated version, beta or better, are served too.')
    test(
      {
        title: 'a newer version of an enabled API is served',
        id: 'a newer version of an API that is on is served',
      },
      async () => {
        expect(await servesNewerApi(await forwardCompatibleServer())).toBe(true)
      },
    ).sees('emulation-forward-compatible-ignored')

    test(
      {
        title: 'a newer version of an API is not served without the flag',
        id: 'without the flag it is not served',
      },
      async () => {
        expect(await servesNewerApi(await earlierVersionServer())).toBe(false)
      },
    ).sees('emulation-always-forward-compatible')

    test(
      {
        title: 'a newer version of a disabled API is not served',
        id: 'a newer version of an API that is off is not served',
      },
      async () => {
        expect(await servesNewerApi(await forwardWithoutBeta())).toBe(false)
      },
    ).sees('emulation-forward-compatible-for-all')
  },
)

must(
  `flag.${permissionFlag.slice(2)}.installed`,
  { ...flagRow(permissionFlag, 'true'), capability: 'api-discovery' },
  () => {
    says(
      'With the flag, an API that is newer than the emulated version is installed where --runtime-config names it.',
    )
    test(
      { title: 'a newer API that is listed is served', id: 'a newer API that is named is served' },
      async () => {
        const flags = { ...emulationFlags(), ...newerApiFlags(), [permissionFlag]: true }
        expect(await servesNewerApi(await startServer({ flags }))).toBe(true)
      },
    ).sees('newer-api-not-installed')

    test(
      {
        title: 'a newer API that is not listed is not served',
        id: 'a newer API that nobody names is not served',
      },
      async () => {
        const flags = { ...emulationFlags(), [permissionFlag]: true }
        expect(await servesNewerApi(await startServer({ flags }))).toBe(false)
      },
    ).sees('emulated-version-keeps-apis')
  },
)

must('flag.runtime-config.not-above-emulated-version', '--runtime-config above the emulation version', () => {
  says(
    'A server does not start when --runtime-config switches on an API that is newer than the emulated version.',
  )
  accepts(
    {
      title: 'an API of the current version without emulation',
      id: 'an API of the own version when nothing is emulated',
    },
    async (check) => {
      check.open('emulation.newer-api')
      await expectServes(switchedServer)
    },
  ).sees('own-api-refused')

  refuses('an API that the emulated version does not have', async () => {
    await expectRefusal({ flags: { ...emulationFlags(), ...newerApiFlags() } }, newerApiName())
  }).sees('newer-api-accepted')

  refuses(
    {
      title: 'a newer API when the flag that permits newer APIs is false',
      id: 'such an API where the permission is false',
    },
    async () => {
      const flags = { ...emulationFlags(), ...newerApiFlags(), [permissionFlag]: false }
      await expectRefusal({ flags }, newerApiName())
    },
  ).sees('newer-api-accepted')
})
