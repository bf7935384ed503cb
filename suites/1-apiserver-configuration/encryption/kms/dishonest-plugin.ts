import { expect } from '#kit'
import type { KmsAnswers } from '#mocks/kms-plugin/index.ts'
import { expectNotStored } from '../../../shared/encryption/at-rest.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'
import { createMarkedObject, type MarkedObject } from '../../../shared/encryption/marked-objects.ts'

/** Expects that nothing is stored although the plugin was called. */
export async function expectNoWrite(
  server: EncryptedServer,
  use: KmsUse,
  answers: Partial<KmsAnswers>,
): Promise<void> {
  const callsBefore = await use.calls('Encrypt')
  await runWithAnswers(use, answers, async () => {
    const createdObject = await createMarkedObject(await server.server(), use.type)

    expect((await use.calls('Encrypt')).length, 'calls to encrypt').toBeGreaterThan(callsBefore.length)
    await expectNotStored(await server.storage(), createdObject)
  })
}

/** Expects that the object cannot be read although the plugin was called. */
export async function expectNoRead(
  server: EncryptedServer,
  use: KmsUse,
  object: MarkedObject,
  answers: Partial<KmsAnswers>,
): Promise<void> {
  const callsBefore = await use.calls('Decrypt')
  await runWithAnswers(use, answers, async () => {
    await server.expectCannotRead(object)

    expect((await use.calls('Decrypt')).length, 'calls to decrypt').toBeGreaterThan(callsBefore.length)
  })
}

/**
 * Runs an action while the plugin gives the responses, and restores its usual responses afterwards, even if the action
 * fails.
 */
async function runWithAnswers(
  use: KmsUse,
  answers: Partial<KmsAnswers>,
  action: () => Promise<void>,
): Promise<void> {
  const plugin = await use.plugin()
  plugin.answer(answers)
  try {
    await action()
  } finally {
    plugin.reset()
  }
}

/** Stores an object, then makes the plugin change its key and lose the old key. */
export async function forgetKey(use: KmsUse): Promise<MarkedObject> {
  const object = await use.create()
  const { keys } = await use.plugin()
  const lostKey = keys.current
  keys.rotate()
  keys.forget(lostKey)
  return object
}
