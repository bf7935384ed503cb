import { currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import { startKmsPlugin } from '#mocks/kms-plugin/index.ts'
import {
  keyedProvider,
  kmsFlags,
  encryptionFile,
  secretKey,
  stores,
} from '../../../shared/encryption/configuration.ts'
import { createMarkedObject, resourceTypes } from '../../../shared/encryption/marked-objects.ts'
import { EncryptedServer, sharedStorage } from '../../../shared/encryption/servers.ts'
import { sharedKmsPlugin } from '../../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })

const runningPlugin = sharedKmsPlugin()
const stoppablePlugin = shared(
  () => startKmsPlugin(),
  (plugin) => plugin.stop(),
)

const types = {
  'of another plugin': resourceTypes.configmaps,
  'of keys in the file': resourceTypes.limitranges,
} as const

/** A plugin that has stopped, on a separate server, so that its effect is attributable. */
const server = new EncryptedServer(sharedStorage(), [], async () => {
  const [other, stoppedPlugin] = [await runningPlugin(), await stoppablePlugin()]
  const kms = (name: string, endpoint: string) => ({
    // Without a cache every read and every write needs its plugin.
    kms: { apiVersion: 'v1', name, endpoint, cachesize: -1 },
  })
  return {
    peers: [other, stoppedPlugin],
    flags: {
      ...kmsFlags(),
      '--watch-cache': false,
      '--encryption-provider-config': encryptionFile([
        stores('secrets', kms('dead', stoppedPlugin.url)),
        stores('configmaps', kms('alive', other.url)),
        stores('limitranges', keyedProvider(secretKey('aesgcm'))),
      ]),
    },
  }
})

/** Stops the plugin, and waits until the server cannot store an object. */
const objectAfterPluginStop = shared(async () => {
  const apiServer = await server.server()
  await (await stoppablePlugin()).stop()
  return createMarkedObject(apiServer, resourceTypes.secrets)
})

must('kms.dead-plugin-spares-others', { row: 'kms', aspect: 'next to an unreachable plugin' }, () => {
  says('A plugin that cannot be reached changes nothing for resources of other providers.')
  test
    .for(types)(
      {
        title: 'objects %s are stored and read while a plugin is down',
        id: 'objects %s are stored and read beside a dead plugin',
      },
      async (type) => {
        currentCheck().needs('kms-plugin')
        await server.server()
        expect(
          (await objectAfterPluginStop()).status,
          'the status of an object of the dead plugin',
        ).toBeGreaterThanOrEqual(400)

        const { object, status } = await createMarkedObject(await server.server(), type)
        expect(status, 'the status of an object of another provider').toBe(201)
        await server.expectSealed(object)
        await server.expectReads(object)
      },
    )
    .sees('dead-kms-plugin-stops-all')
})
