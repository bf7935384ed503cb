import { rule, test } from '#harness/check/rule.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { expectAccepted, expectRefusal } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'
import { proxyCaFile } from './header-world.ts'

const gate = 'RemoteRequestHeaderUID'

rule(
  {
    id: 'flag.requestheader-uid-headers.gate',
    level: 'MUST',
    says: `The flag needs the feature ${gate}.`,
    source: flagRow('--requestheader-uid-headers', 'feature'),
    overlaps: true,
    faults: {
      'requestheader-uid-gate-ignored': ['refuses the flag with the feature off'],
      'requestheader-uid-gate-inverted': [
        'accepts the flag with the feature on',
        'refuses the flag with the feature off',
      ],
    },
  },
  () => {
    const flags = async (on: boolean): Promise<Flags> => ({
      ...(await proxyCaFile()),
      '--requestheader-username-headers': 'X-Remote-User',
      '--requestheader-uid-headers': 'X-Remote-Uid',
      '--feature-gates': `${gate}=${on}`,
    })

    test('accepts the flag with the feature on', async () => {
      await expectAccepted({ flags: await flags(true) })
    })

    test('refuses the flag with the feature off', async () => {
      await expectRefusal({ flags: await flags(false) }, 'requestheader-uid-headers')
    })
  },
)
