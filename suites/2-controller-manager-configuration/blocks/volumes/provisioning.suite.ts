import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { becomesTrue, expect, shared, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { untilQuiet, sharedFixture } from '../fixture.ts'
import { hostPaths, isBound, removeHostPaths } from './claims.ts'
import {
  dynamicField,
  hostPathField,
  disabledProvisioner,
  enabledProvisioner,
  withoutHostPath,
} from './provisioners.ts'
import { isUnbound } from './situations.ts'
import { reconciledWithinMs } from '../requests.ts'

const plugins = '/PersistentVolumeBinderController/VolumeConfiguration/FlexVolumePluginDir'

declareFieldRule(
  {
    field: dynamicField,
    aspect: 'provisions',
    says: 'Volumes are made for claims where it is true, and only there.',
  },
  () => {
    test(
      {
        title: 'the provisioner of the class serves a claim',
        id: 'has a claim served by the provisioner of its class',
      },
      async () => {
        requireFields(dynamicField)
        const { api } = await enabledProvisioner()

        expect(await becomesTrue(() => isUnbound(api, 'foreign'), reconciledWithinMs)).toBe(true)
      },
    ).sees('dynamic-provisioning-missing')

    test(
      {
        title: 'provisions no volume for claims when EnableDynamicProvisioning is false',
        id: 'leaves claims without a volume at false',
      },
      async () => {
        requireFields(dynamicField)
        const { api } = await disabledProvisioner()
        const isFittingBound = await becomesTrue(() => isBound(api, 'fitting'), reconciledWithinMs)
        await untilQuiet(() => Number(isUnbound(api, 'foreign')), 2_000)

        expect(isFittingBound, 'whether claims were looked at').toBe(true)
        expect(isUnbound(api, 'foreign')).toBe(false)
      },
    ).sees(ignoringFault(dynamicField))
  },
)

declareFieldRule(
  {
    field: hostPathField,
    aspect: 'provisions',
    says: 'Without a cloud, volumes are made of directories of the host.',
  },
  () => {
    test({ title: 'creates a volume from a directory', id: 'makes a volume of a directory' }, async () => {
      requireFields(hostPathField)
      const { api } = await enabledProvisioner()
      await becomesTrue(() => hostPaths(api, 'host').length > 0, reconciledWithinMs)
      removeHostPaths(api)

      expect(hostPaths(api, 'host')).toEqual([expect.any(String)])
    }).sees(
      'field-ignored-persistent-volume-binder-controller-volume-configuration-enable-host-path-provisioning',
    )

    test(
      { title: 'creates no volume when EnableHostPathProvisioning is false', id: 'makes none at false' },
      async () => {
        requireFields(hostPathField)
        const { api } = await withoutHostPath()
        const isServed = await becomesTrue(() => isUnbound(api, 'foreign'), reconciledWithinMs)
        await untilQuiet(() => hostPaths(api, 'host').length, 2_000)
        removeHostPaths(api)

        expect(isServed, 'whether claims of another class are served').toBe(true)
        expect(hostPaths(api, 'host')).toEqual([])
      },
    ).sees('host-path-provisioning-always')
  },
)

const drivers = ['driver', 'second', 'third'] as const

/** Directory with plugins, each of which creates a file when it is called. */
const directory = shared(
  () => {
    const path = mkdtempSync(join(tmpdir(), 'judged-plugins-'))
    for (const driver of drivers) putPlugin(path, driver)
    return path
  },
  (path) => rmSync(path, { recursive: true, force: true }),
)

function putPlugin(path: string, driver: string): void {
  const plugin = join(path, `judged.example~${driver}`)
  mkdirSync(plugin)
  writeFileSync(
    join(plugin, driver),
    `#!/bin/sh\ntouch '${join(path, `${driver}-called`)}'\necho '{"status":"Success","capabilities":{"attach":true}}'\n`,
  )
  chmodSync(join(plugin, driver), 0o755)
}

const isCalled = (driver: string) => existsSync(join(pluginPath, `${driver}-called`))
let pluginPath = ''
const pluginSearchFixture = sharedFixture(() => ({
  blocks: ['AttachDetachController'],
  fields: { [plugins]: pluginPath },
  watchedResources: ['pods'],
}))

declareFieldRule(
  { field: plugins, aspect: 'searched', says: 'The directory is searched for volume plugins of others.' },
  () => {
    test(
      { title: 'calls a plugin of the configured directory', id: 'calls a plugin of the directory' },
      async () => {
        requireFields(plugins)
        pluginPath = await directory()
        await pluginSearchFixture()

        expect(await becomesTrue(() => isCalled('driver'), reconciledWithinMs)).toBe(true)
      },
    ).sees(ignoringFault(plugins))

    test({ title: 'calls each plugin of the configured directory', id: 'each-plugin' }, async () => {
      requireFields(plugins)
      pluginPath = await directory()
      await pluginSearchFixture()
      await becomesTrue(() => drivers.every(isCalled), reconciledWithinMs)

      expect(drivers.filter(isCalled)).toEqual(drivers)
    }).sees('volume-plugins-searched-until-first')
  },
)
