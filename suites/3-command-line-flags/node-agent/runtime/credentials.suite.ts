import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accepts, currentCheck, expect, refuses, rulesOf, says, seeing, shared, test } from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, startsInTime, sharedAgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })
const versions = {
  config: 'orchlet.config.orch.io/v1',
  answer: 'credentialprovider.orch.io/v1',
} as const

/** Writes a plugin that returns the user name for the images of its registry. */
function writePlugin(directory: string, name: string, registry: string): void {
  const response = {
    kind: 'CredentialProviderResponse',
    apiVersion: targetDialect().text(versions.answer),
    cacheKeyType: 'Registry',
    cacheDuration: '1s',
    auth: { [registry]: { username: name, password: 'secret' } },
  }
  const path = join(directory, 'bin', name)
  writePrivate(path, `#!/bin/sh\ncat > /dev/null\ncat <<'END'\n${JSON.stringify(response)}\nEND\n`)
  chmodSync(path, 0o700)
}

/** Returns a configuration of providers, each with the patterns of its images. */
function configuration(providers: Readonly<Record<string, readonly string[]>>): string {
  return JSON.stringify({
    kind: 'CredentialProviderConfig',
    apiVersion: targetDialect().text(versions.config),
    providers: Object.entries(providers).map(([name, matchImages]) => ({
      name,
      matchImages,
      defaultCacheDuration: '1s',
      apiVersion: targetDialect().text(versions.answer),
    })),
  })
}

/** Returns a configuration in the block style of YAML, which is not JSON. */
function yamlConfiguration(name: string, registry: string): string {
  return [
    'kind: CredentialProviderConfig',
    `apiVersion: ${targetDialect().text(versions.config)}`,
    'providers: # one',
    `  - name: ${name}`,
    '    matchImages:',
    `      - '${registry}'`,
    '    defaultCacheDuration: 1s',
    `    apiVersion: ${targetDialect().text(versions.answer)}`,
    '',
  ].join('\n')
}

const registries = {
  first: 'one.example',
  second: 'two.example',
  third: 'three.example',
  below: 'below.example',
  single: 'single.example',
  later: 'later.example',
  text: 'text.example',
} as const
// Registry that two plugins match. Their names and their files are in opposite order.
const knownRegistry = 'known.example'
const pluginsInBothFiles = { zeta: '05.yaml', alpha: '90.json' } as const

const files = shared(() => {
  const directory = makeWorkspace('credentials')
  mkdirSync(join(directory, 'bin'))
  for (const [name, registry] of Object.entries(registries)) writePlugin(directory, name, registry)
  for (const [name, inFile] of Object.entries(pluginsInBothFiles)) {
    writePlugin(directory, name, knownRegistry)
    writePrivate(join(directory, 'config', inFile), configuration({ [name]: [knownRegistry] }))
  }
  const providersByFile = {
    '20.json': { second: [registries.second], later: ['other.example', registries.later] },
    '40.txt': { text: [registries.text] },
    'below/30.yaml': { below: [registries.below] },
  }
  for (const [file, providers] of Object.entries(providersByFile))
    writePrivate(join(directory, 'config', file), configuration(providers))
  writePrivate(join(directory, 'config', '10.yaml'), yamlConfiguration('first', registries.first))
  writePrivate(join(directory, 'config', '30.yml'), yamlConfiguration('third', registries.third))
  writePrivate(join(directory, 'alone.yaml'), configuration({ single: [registries.single] }))
  return directory
}, removeWorkspace)

const flagsOf = (directory: string, config = 'config') => ({
  '--image-credential-provider-config': { path: join(directory, config) },
  '--image-credential-provider-bin-dir': { path: join(directory, 'bin') },
})
const credentialsFixture = sharedAgentFixture(async () => ({ flags: flagsOf(await files()) }))
const singleFileAgent = sharedAgentFixture(async () => ({ flags: flagsOf(await files(), 'alone.yaml') }))

/** Returns the user name for the pull of an image of a registry. */
async function userOfPull(registry: string, started = credentialsFixture): Promise<string | undefined> {
  currentCheck().needs('credential-providers')
  const startedFixture = await started()
  const image = `${registry}/app:1`
  const pod = registry.replace('.', '-')
  if (startedFixture.api.hand.get({ resource: 'pods', name: pod }) === undefined)
    startedFixture.api.hand.create(podObject(pod, {}, { image }))
  expect(await startsInTime(startedFixture.runtime, pod)).toBe(true)
  const pullRequest = startedFixture.runtime
    .asked('PullImage')
    .find(({ request }) => request.image?.image === image)
  return pullRequest?.request.auth?.username
}

must('agent.images.credential-providers', flagRow('--image-credential-provider-config', 'directory'), () => {
  says(
    'The file of --image-credential-provider-config, or all files of its directory in the order of their names, configure credential providers; files in subdirectories do not.',
  )
  test
    .for({
      'a YAML file': seeing(['credential-yaml-not-parsed'], 'first'),
      'a JSON file': 'second',
      'a YML file': seeing(['credential-yml-ignored', 'credential-yaml-not-parsed'], 'third'),
    } as const)('pulls with the credentials of the provider of %s', async (name) => {
      expect(await userOfPull(registries[name])).toBe(name)
    })
    .sees('credential-providers-ignored')

  test(
    {
      title: 'pulls with the credentials of the first of two files that match a registry',
      id: 'pulls with the credentials of the first of two files that know a registry',
    },
    async () => {
      expect(await userOfPull(knownRegistry)).toBe('zeta')
    },
  ).sees('credential-files-reversed')

  test('pulls with the credentials of the provider of a single file', async () => {
    expect(await userOfPull(registries.single, singleFileAgent)).toBe('single')
  }).sees('credential-file-ignored')

  test(
    {
      title: 'pulls with the credentials of the second provider of a file, by its second pattern',
      id: 'second-provider',
    },
    async () => {
      expect(await userOfPull(registries.later)).toBe('later')
    },
  ).sees('only-first-credential-provider', 'only-first-image-pattern')

  test({ title: 'calls no provider of a file with another extension', id: 'other-extension' }, async () => {
    expect(await userOfPull(registries.text)).toBeUndefined()
  }).sees('credential-files-of-any-extension')

  test({ title: 'calls no provider of a subdirectory', id: 'asks none of a directory below' }, async () => {
    expect(await userOfPull(registries.below)).toBeUndefined()
  }).sees('credential-directories-below-read')
})

must('agent.images.credential-programs', flagRow('--image-credential-provider-bin-dir', 'behaviour'), () => {
  says('The programs of credential providers are those of --image-credential-provider-bin-dir.')
  accepts({ title: 'a directory with the providers', id: 'a directory that has them' }, async () => {
    expect(await userOfPull(registries.first)).toBe('first')
  }).sees('credential-providers-ignored')

  refuses({ title: 'a directory without the providers', id: 'one that has none' }, async () => {
    currentCheck().needs('credential-providers')
    const directory = await files()
    await expectAgentRefusal(
      {
        flags: {
          ...flagsOf(directory),
          '--image-credential-provider-bin-dir': { path: join(directory, 'config') },
        },
      },
      'plugin',
    )
  }).sees('credential-providers-ignored')
})
