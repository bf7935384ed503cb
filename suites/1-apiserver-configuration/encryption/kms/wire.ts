import { rule, test } from '#harness/check/rule.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'

/** In which calls plugins are spoken to; `second` reads what another server wrote. */
export function wire(plugins: Readonly<Record<string, KmsUse>>, second: EncryptedServer): void {
  rule(
    {
      id: 'kms.endpoint.wire',
      level: 'UNSPECIFIED',
      says: 'Unspecified: the wire shape of the calls.',
      source: { document: 1, section: 'Endpoints', rows: ['KMS provider'] },
    },
    () => {
      test.for(plugins)(
        { title: 'what a plugin of %s receives is recorded', id: 'what a plugin of %s is asked is recorded' },
        async (place, check) => {
          await second.expectReads(await place.creates())
          const asked = (await place.plugin()).journal.map(({ service, method }) => `${service} ${method}`)
          check.observe('the calls', [...new Set(asked)].toSorted())
        },
      )
    },
  )
}
