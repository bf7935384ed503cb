import { textAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import type { Controller } from './controller.ts'

const syncPeriodMs = 1_000

/** Deletes bootstrap tokens that have expired. */
export const bootstrapTokenCleaner: Controller = {
  name: 'token-cleaner-controller',
  isOffByDefault: true,
  start(loop) {
    const secrets = loop.informer(resources.secrets)
    loop.every(syncPeriodMs, async () => {
      await secrets.synced()
      for (const secret of secrets.all) {
        const encodedExpiration = textAt(secret, 'data.expiration')
        const expiresMs = Date.parse(Buffer.from(encodedExpiration, 'base64').toString())
        if (textAt(secret, 'type') === 'bootstrap.orch.io/token' && expiresMs < Date.now())
          // Sequential: there are few expired tokens, and deletion is not urgent.
          await loop.write.remove(resources.secrets, secret)
      }
    })
  },
}
