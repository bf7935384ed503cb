import { becomesTrue, expect, rule, test } from '#kit'
import type { ConfigurationTree } from '#kit/launch.ts'
import { isListening } from '#harness/programs/plain-ports.ts'
import { cloudSpec, cloudManagerRule } from '../../shared/cloud-manager.ts'
import { sharedManager } from '../../shared/controller-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import {
  expectUnrecorded,
  isRecorded,
  portOf,
  profiles,
  profilesBelow,
  statusOf,
} from '../../shared/manager/manager-endpoints.ts'
import { sharedPeer } from '../../shared/peers.ts'

const row = 'CloudControllerManagerConfiguration members.Generic'
const peer = sharedPeer(async () => (await import('#mocks/cloud/index.ts')).startCloud())

const managerWith = (Generic: ConfigurationTree) =>
  sharedManager(async () => cloudSpec(await peer(), { configuration: { Generic } }))
const debugging = (enableProfiling: boolean, enableContentionProfiling: boolean) =>
  managerWith({ Debugging: { enableProfiling, enableContentionProfiling } })
const onOneAddress = managerWith({ Address: '127.0.0.1' })
const serverOnAllAddresses = managerWith({ Address: '0.0.0.0' })
const profilingSettings = debugging(true, false)
const contentionSettings = debugging(true, true)
const withoutProfiling = debugging(false, false)
const contentionAlone = debugging(false, true)

const genericRule = (aspect: string, says: string) => ({
  ...cloudManagerRule,
  id: `manager.cloud.generic.${aspect}`,
  says,
  source: { document: 2, section: 'Top-level kinds', rows: [row], aspect } as const,
})

rule(
  genericRule('serves', 'Port and Address of Generic are where the cloud controller manager serves HTTP.'),
  () => {
    test(
      {
        title: 'the manager responds at the configured port',
        id: 'answers at the port that the configuration names',
      },
      async () => {
        expect(await statusOf(await onOneAddress(), '/')).toBeGreaterThan(0)
      },
    ).sees('root-path-cut')

    test(
      {
        title: 'serves on a second loopback address when all interfaces are configured',
        id: 'serves on another address of loopback where all are meant',
      },
      async () => {
        const manager = await serverOnAllAddresses()

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
    ).sees(ignoringFault('/Generic/Address'))
  },
)

rule(
  genericRule(
    'profiles',
    'Debugging of Generic decides whether the cloud controller manager serves profiles, and what blocked.',
  ),
  () => {
    const profiling = ignoringFault('/Generic/Debugging/enableProfiling')

    test(
      {
        title: 'serves profiles when enableProfiling is true',
        id: 'serves profiles where enableProfiling is true',
      },
      async () => {
        expect(await statusOf(await profilingSettings(), profiles.index)).toBe(200)
      },
    ).sees('profiling-missing')

    test(
      {
        title: 'serves no profiles when enableProfiling is false',
        id: 'serves no profiles where it is false',
      },
      async () => {
        expect(await statusOf(await withoutProfiling(), profiles.index)).toBe(404)
      },
    ).sees('profiling-always', profiling)

    test(
      {
        title: 'serves nothing below the index when enableProfiling is false',
        id: 'serves nothing below the index where it is false',
      },
      async () => {
        expect(await statusOf(await profilingSettings(), profiles.index), 'the index where it is true').toBe(
          200,
        )
        expect(await profilesBelow(await withoutProfiling())).toEqual([])
      },
    ).sees('profiling-always-below')

    test(
      {
        title: 'serves the block profile when both fields are true',
        id: 'serves what blocked where both are true',
      },
      async () => {
        const manager = await contentionSettings()

        expect(await becomesTrue(() => isRecorded(manager), profiles.recordsWithinMs)).toBe(true)
      },
    ).sees('profiling-missing', ignoringFault('/Generic/Debugging/enableContentionProfiling'))

    test(
      {
        title: 'records no blocking when enableContentionProfiling is false',
        id: 'records nothing of it where enableContentionProfiling is false',
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
        expect(await statusOf(await contentionAlone(), profiles.blocking)).toBe(404)
      },
    ).sees('profiling-always', 'contention-profiling-without-profiling', profiling)
  },
)
