import { accepts, refuses, rulesOf, says } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { expectRefusal, expectServes } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { proxyCaFile, uidGate } from './fixture.ts'
import { servers } from './header-servers-shared.ts'

const { must } = rulesOf({ overlaps: true })

const serverWithUids = servers[0]

must('flag.requestheader-uid-headers.gate', flagRow('--requestheader-uid-headers', 'feature'), () => {
  says(`The flag needs the feature ${uidGate}.`)
  accepts('the flag with the feature on', () => expectServes(serverWithUids)).sees(
    'requestheader-uid-gate-inverted',
  )

  refuses('the flag with the feature off', async () => {
    const flags: Flags = {
      ...(await proxyCaFile()),
      '--requestheader-username-headers': 'X-Remote-User',
      '--requestheader-uid-headers': 'X-Remote-Uid',
      '--feature-gates': `${uidGate}=false`,
    }
    await expectRefusal({ flags }, 'requestheader-uid-headers')
  }).sees('requestheader-uid-gate-ignored')
})
