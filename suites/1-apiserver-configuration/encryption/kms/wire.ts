import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'

const { unspecified } = rulesOf({ document: 1, section: 'Endpoints' })

/** Declares the rule for the calls to plugins. `second` reads objects that another server wrote. */
export function wire(plugins: Readonly<Record<string, KmsUse>>, second: EncryptedServer): void {
  unspecified('kms.endpoint.wire', 'KMS provider', () => {
    says('Unspecified: the wire shape of the calls.')
    test.for(plugins)(
      { title: 'what a plugin of %s receives is recorded', id: 'what a plugin of %s is asked is recorded' },
      async (place, check) => {
        await second.expectReads(await place.creates())
        const asked = (await place.plugin()).journal.map(({ service, method }) => `${service} ${method}`)
        check.observe('the calls', [...new Set(asked)].toSorted())
      },
    )
  })
}
