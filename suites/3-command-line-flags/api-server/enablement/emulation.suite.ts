import { type NamedCases, formerly, currentCheck, expect, rulesOf, says, test } from '#kit'
import { startOutcome, startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { gatesOf, isGateOn } from './metrics.ts'
import {
  earlierVersionServer,
  emulationFlags,
  gateEntry,
  plainServer,
  servesApi,
  servesNewerApi,
} from './fixtures.ts'

const { must, unspecified, excluded } = rulesOf({ document: 3, section: 'Versioning', overlaps: true })

must(
  'flag.emulated-version.apis',
  { ...flagRow('--emulated-version', 'APIs'), capability: 'api-discovery' },
  () => {
    says('With an earlier version emulated, the server has the APIs of that version.')
    test(
      {
        title: 'an API of the current version is served, unless an earlier version is emulated',
        id: 'an API of the own version is served, and is gone where an earlier version is emulated',
      },
      async () => {
        const newerApiServed = {
          own: await servesNewerApi(await plainServer()),
          emulating: await servesNewerApi(await earlierVersionServer()),
        }

        expect(newerApiServed).toEqual({ own: true, emulating: false })
      },
    ).sees('emulation-always-forward-compatible')

    test('an API that the emulated version has is served', async () => {
      expect(await servesApi(await earlierVersionServer(), currentCheck().open('emulation.beta-api'))).toBe(
        true,
      )
    }).sees('runtime-config-never-enables')
  },
)

must(
  'flag.emulated-version.features',
  { ...flagRow('--emulated-version', 'features'), capability: 'feature-metrics' },
  () => {
    says('With an earlier version emulated, features of later versions are not there.')
    const newerGate = () => {
      const gate = currentCheck().open('emulation.newer-gate')
      return { gate, flags: { '--feature-gates': gateEntry(gate, true) } }
    }

    test(
      {
        title: 'a feature of the current version can be switched on',
        id: 'a feature of the own version can be switched on',
      },
      async () => {
        const { gate, flags } = newerGate()
        expect(await isGateOn(await startServer({ flags }), gate)).toBe(true)
      },
    ).sees('prefixed-gate-ignored')

    test(
      {
        title: 'a feature of the current version stays off when an earlier version is emulated',
        id: 'a feature of the own version does not come on where an earlier version is emulated',
      },
      async () => {
        const { gate, flags } = newerGate()
        let isOn = false
        // The server may also refuse to start.
        const { outcome } = await startOutcome(
          { flags: { ...emulationFlags(), ...flags } },
          async (server) => {
            isOn = (await gatesOf(server)).some(({ name, on }) => name === gate && on)
          },
        )
        currentCheck().observe('start', outcome)

        expect(outcome).toBeOneOf(['ready', 'refused'])
        expect(isOn, 'the feature is on').toBe(false)
      },
    ).sees('emulated-version-keeps-features')
  },
)

unspecified('flag.emulated-version.open-forms', flagRow('--emulated-version', 'form'), () => {
  says('Unspecified: how a version is written, and which can be emulated.')
  const versionForms: NamedCases<(version: string) => string> = {
    'a version with the name of the component': formerly(
      'the version behind the component',
      (version) => `${currentCheck().open('component')}=${version}`,
    ),
    'a patch version': (version) => `${version}.1`,
    'a version with the name of an unknown component': formerly(
      'the version behind another component',
      (version) => `elsewhere=${version}`,
    ),
    'a duplicate version': formerly('one version twice', (version) => `${version},${version}`),
    'a future version': formerly('a version of the future', () => '1.999'),
    'a very old version': formerly('a version of long ago', () => '0.1'),
  }
  test.for(versionForms)(
    { title: 'records whether a server starts with %s', id: 'observes whether a server starts with %s' },
    async (form, check) => {
      const { outcome } = await startOutcome({
        flags: { '--emulated-version': form(check.open('emulation.version')) },
      })
      check.observe('start', outcome)
    },
  )
})

excluded(
  'versioning.emulated-version',
  '--emulated-version',
  'The emulated version selects capabilities, and forward compatibility is for lower versions only.',
  'The same statements as in the flag table: flag.emulated-version.apis, flag.emulated-version.features and flag.emulation-forward-compatible.below-own-version judge them.',
)
