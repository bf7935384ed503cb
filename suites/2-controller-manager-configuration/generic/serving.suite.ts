import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { isListening } from '#harness/programs/plain-ports.ts'
import { sharedManager } from '../../shared/controller-manager.ts'
import {
  expectUnrecorded,
  isRecorded,
  portOf,
  profiles,
  profilesBelow,
  statusOf,
} from '../../shared/manager/manager-endpoints.ts'

const { must, unspecified, excluded } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  overlaps: true,
})

const source = { document: 2, section: 'GenericControllerManagerConfiguration' } as const

const onOneAddress = sharedManager(() => ({ configuration: { Generic: { Address: '127.0.0.1' } } }))
const onSecondAddress = sharedManager(() => ({ configuration: { Generic: { Address: '127.0.0.2' } } }))
const managerOnAllAddresses = sharedManager(() => ({ configuration: { Generic: { Address: '0.0.0.0' } } }))

must('manager.generic.port.serves', 'Port', () => {
  says('The HTTP service of the manager is at Port.')
  test(
    {
      title: 'the manager responds at the configured port',
      id: 'answers at the port that the configuration names',
    },
    async () => {
      expect(await statusOf(await onOneAddress(), '/')).toBeGreaterThan(0)
    },
  ).sees('root-path-cut')
})

must('manager.generic.address.serves', 'Address', () => {
  says('The manager serves on the address that is named, and on all interfaces where that is 0.0.0.0.')
  test(
    {
      title: 'serves on a second loopback address when all interfaces are configured',
      id: 'serves on another address of loopback where all are meant',
    },
    async () => {
      const manager = await managerOnAllAddresses()

      expect(await isListening(manager, '127.0.0.1', portOf(manager))).toBe(true)
      expect(await isListening(manager, '127.0.0.2', portOf(manager))).toBe(true)
    },
  ).sees('all-interfaces-not-served')

  test(
    {
      title: 'serves on the configured address only',
      id: 'serves on the one address that is named, and on no other',
    },
    async () => {
      const manager = await onOneAddress()

      expect(await isListening(manager, '127.0.0.1', portOf(manager))).toBe(true)
      expect(await isListening(manager, '127.0.0.2', portOf(manager))).toBe(false)
    },
  ).sees('field-ignored-generic-address')

  test(
    { title: 'serves on a second loopback address only, if that is configured', id: 'second-address' },
    async () => {
      const manager = await onSecondAddress()

      expect(await isListening(manager, '127.0.0.2', portOf(manager))).toBe(true)
      expect(await isListening(manager, '127.0.0.1', portOf(manager))).toBe(false)
    },
  ).sees('loopback-addresses-not-distinguished')
})

const debugging = (enableProfiling: boolean, enableContentionProfiling: boolean) =>
  sharedManager(() => ({
    configuration: { Generic: { Debugging: { enableProfiling, enableContentionProfiling } } },
  }))
const profilingSettings = debugging(true, false)
const contentionSettings = debugging(true, true)
const withoutProfiling = debugging(false, false)
const contentionAlone = debugging(false, true)
const debuggingSource = (row: string) => ({ ...source, rows: [`DebuggingConfiguration.${row}`] })

must('manager.generic.debugging.enable-profiling.serves', debuggingSource('enableProfiling'), () => {
  says('Profiles are served at host:port/debug/pprof/ where enableProfiling is true, and nowhere else.')
  test(
    { title: 'serves profiles when enableProfiling is true', id: 'serves profiles where it is true' },
    async () => {
      expect((await (await profilingSettings()).get(profiles.index)).status).toBe(200)
    },
  ).sees('profiling-missing')

  test(
    { title: 'serves no profiles when enableProfiling is false', id: 'serves none where it is false' },
    async () => {
      expect((await (await withoutProfiling()).get(profiles.index)).status).toBe(404)
    },
  ).sees('profiling-always', 'field-ignored-generic-debugging-enable-profiling')

  test(
    {
      title: 'serves nothing below the index when enableProfiling is false',
      id: 'serves nothing below the index where it is false',
    },
    async () => {
      expect(
        (await (await profilingSettings()).get(profiles.index)).status,
        'the index where it is true',
      ).toBe(200)
      expect(await profilesBelow(await withoutProfiling())).toEqual([])
    },
  ).sees('profiling-always-below')
})

must(
  'manager.generic.debugging.enable-contention-profiling.serves',
  debuggingSource('enableContentionProfiling'),
  () => {
    says('Block profiling is on where enableContentionProfiling is true, provided that profiling is.')
    test(
      {
        title: 'serves the block profile when both fields are true',
        id: 'serves what blocked where both are true',
      },
      async () => {
        const manager = await contentionSettings()

        expect(await becomesTrue(() => isRecorded(manager), profiles.recordsWithinMs)).toBe(true)
      },
    ).sees('profiling-missing', 'field-ignored-generic-debugging-enable-contention-profiling')

    test(
      {
        title: 'records no blocking when enableContentionProfiling is false',
        id: 'records nothing of it where it is false',
      },
      async () => {
        await expectUnrecorded(await profilingSettings(), await contentionSettings())
      },
    ).sees('contention-profiling-always')

    test(
      {
        title: 'serves no block profile when profiling is off',
        id: 'serves nothing of it where profiling is off',
      },
      async () => {
        expect((await (await contentionAlone()).get(profiles.blocking)).status).toBe(404)
      },
    ).sees(
      'profiling-always',
      'contention-profiling-without-profiling',
      'field-ignored-generic-debugging-enable-profiling',
    )
  },
)

unspecified(
  'manager.generic.debugging.other-paths',
  { section: 'Endpoints', row: 'other paths and payloads', overlaps: false },
  () => {
    says('Unspecified: which other paths the manager serves, and who may ask.')
    test(
      {
        title: 'records the responses of /healthz, /metrics and /',
        id: 'what /healthz, /metrics and / answer is recorded',
      },
      async (check) => {
        const manager = await onOneAddress()
        for (const path of ['/healthz', '/metrics', '/'])
          check.observe(`status of ${path}`, await statusOf(manager, path))
      },
    )
  },
)

excluded(
  'manager.generic.blocks',
  'ClientConnection',
  'ClientConnection, LeaderElection, Debugging and LeaderMigration are blocks of Generic.',
  'Each of their fields has rules of its own.',
)
