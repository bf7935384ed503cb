import { rule, test } from '#harness/check/rule.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { expectAccepted, expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { proxyCaFile } from './world.ts'

const gate = 'RemoteRequestHeaderUID'

rule(
  {
    id: 'flag.requestheader-uid-headers.gate',
    level: 'MUST',
    says: `The flag needs the feature ${gate}.`,
    source: flagRow('--requestheader-uid-headers', 'feature'),
    overlaps: true,
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
    }).sees('requestheader-uid-gate-inverted')

    test('refuses the flag with the feature off', async () => {
      await expectRefusal({ flags: await flags(false) }, 'requestheader-uid-headers')
    }).sees('requestheader-uid-gate-ignored', 'requestheader-uid-gate-inverted')
  },
)
