import { inject } from 'vitest'
import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { fail, type KmsPlugin, onEveryCall } from '#mocks/kms-plugin/index.ts'
import { sharedServer } from '../../../../shared/api-server.ts'
import { encryptionFile, stores, kmsFlags } from '../../../../shared/encryption/configuration.ts'
import { flagRow } from '../../../../shared/flags/place.ts'
import { sharedKmsPlugin } from '../../../../shared/peers.ts'

const { must } = rulesOf({ capability: 'kms-plugin', overlaps: true, limitMs: 400_000 })

const flag = '--encryption-provider-config-automatic-reload'
const paths = ['/healthz', '/readyz', '/livez'].flatMap((path) => [path, `${path}?verbose`])
const lockedAnswers = onEveryCall(fail('UNAVAILABLE', 'the key store is locked'))

const plugins = [sharedKmsPlugin(), sharedKmsPlugin()] as const
const server = sharedServer(async () => {
  const startedPlugins = await Promise.all(plugins.map((plugin) => plugin()))
  const entries = startedPlugins.map(({ url: endpoint }, index) =>
    stores(['secrets', 'configmaps'][index] ?? '', {
      kms: { apiVersion: 'v1', name: `plugin-${index}`, endpoint },
    }),
  )
  return {
    peers: startedPlugins,
    flags: { ...kmsFlags(), [flag]: true, '--encryption-provider-config': encryptionFile(entries) },
  }
})

/** Returns the response of each endpoint while a plugin fails, and whether the failure is visible. */
const failPlugin = async (
  plugin: KmsPlugin,
): Promise<{ shows: boolean; answers: Record<string, string> }> => {
  const api = await server()
  const statuses = async () => Promise.all(paths.map(async (path) => (await api.request({ path })).status))
  const isHealthy = async (): Promise<boolean> => (await statuses()).every((status) => status === 200)
  // Servers may cache the health of a plugin for an undocumented time.
  const { reloadMs: withinMs } = inject('settings').target.limits
  await becomesTrue(isHealthy, withinMs)
  plugin.answer(lockedAnswers)
  const isShown = await becomesTrue(async () => !(await isHealthy()), withinMs)
  const healthAnswers: Record<string, string> = {}
  for (const path of paths) {
    const { status, body } = await api.request({ path })
    healthAnswers[path] = `${status} ${body}`
  }
  plugin.reset()
  return { shows: isShown, answers: healthAnswers }
}

must(`flag.${flag.slice(2)}.health`, flagRow(flag, 'health'), () => {
  says('With the flag, health endpoints do not distinguish plugins.')
  test(
    {
      title: 'failures of different plugins have the same responses',
      id: 'the failure of one plugin looks like that of another one',
    },
    async (check) => {
      const [first, second] = await Promise.all(plugins.map((plugin) => plugin()))
      const firstFailure = await failPlugin(first as KmsPlugin)
      check.observe('a plugin that fails shows in health endpoints', firstFailure.shows)

      expect(await failPlugin(second as KmsPlugin)).toEqual(firstFailure)
    },
  ).sees('kms-plugins-told-apart-with-reload')
})
