import { accepts, expect, refuses, rule, rulesOf, test } from '#kit'
import { mergeTrees } from '#kit/launch.ts'
import { untagged } from '#mocks/cloud/index.ts'
import { checkCloud, cloudSpec, cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { expectManagerAccepted, expectManagerRefusal } from '../../shared/controller-manager.ts'
import { cloudConfiguration } from '../../shared/controller-manager/cloud-configuration.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode } from '../../shared/manager/nodes.ts'

const { excluded } = rulesOf({
  document: 2,
  section: 'Cloud-related blocks',
  program: 'cloud-controller-manager',
})

const blocksSection = { document: 2, section: 'Cloud-related blocks' } as const

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.cloud-provider.leads',
    says: 'CloudProvider names the provider that is used, and the file by which that finds its cloud.',
    source: { ...blocksSection, rows: ['CloudProvider'], aspect: 'of the cloud controller manager' },
    judgedBy: 'behaviour',
  },
  () => {
    test(
      {
        title: 'only the cloud of the file is called',
        id: 'the cloud that the file leads to is asked, and no other',
      },
      async () => {
        const otherCloud = await checkCloud()
        const { cloud } = await startCloudManager({
          loops: ['nodes'],
          prepareApi: (api) => createNode(api, 'node-a', { isNew: true }),
        })
        await expectWithin(() => cloud.calls('instance-metadata').length > 0, {
          withinMs: 15_000,
          what: 'the cloud was asked about a node',
        })

        expect(otherCloud.journal).toEqual([])
      },
    ).sees('cloud-nodes-not-initialized')

    refuses({ title: 'a provider that does not exist', id: 'a provider that there is not' }, async () => {
      const cloud = await checkCloud()
      const { CloudProvider } = cloudConfiguration(cloud)['OrchCloudShared'] as { CloudProvider: object }
      const spec = cloudSpec(cloud, {})
      const unknownProvider = {
        OrchCloudShared: { CloudProvider: { ...CloudProvider, Name: 'no-such-provider' } },
      }

      await expectManagerRefusal(
        { ...spec, extraConfiguration: mergeTrees(spec.extraConfiguration ?? {}, unknownProvider) },
        'no-such-provider',
      )
    }).sees('cloud-provider-unknown-accepted')

    refuses('a file that does not exist', async () => {
      const spec = cloudSpec(await checkCloud(), {})
      const missingFile = { OrchCloudShared: { CloudProvider: { CloudConfigFile: '/none/cloud.json' } } }

      await expectManagerRefusal(
        { ...spec, extraConfiguration: mergeTrees(spec.extraConfiguration ?? {}, missingFile) },
        'cloud.json',
      )
    }).sees('cloud-config-file-unchecked')
  },
)

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.allow-untagged-cloud.allows',
    says: 'The manager runs on untagged instances of a cloud only where AllowUntaggedCloud is true.',
    source: { ...blocksSection, rows: ['AllowUntaggedCloud'] },
  },
  () => {
    const startUntagged = async (AllowUntaggedCloud: boolean) =>
      cloudSpec(await checkCloud({ 'cluster-id': untagged }), {
        configuration: { OrchCloudShared: { AllowUntaggedCloud } },
      })

    accepts(
      {
        title: 'an untagged cloud when AllowUntaggedCloud is true',
        id: 'an untagged cloud where it is true',
      },
      async () => {
        await expectManagerAccepted(await startUntagged(true))
      },
    ).sees(ignoringFault('/OrchCloudShared/AllowUntaggedCloud'))

    refuses(
      {
        title: 'an untagged cloud when AllowUntaggedCloud is false',
        id: 'an untagged cloud where it is false',
      },
      async () => {
        await expectManagerRefusal(await startUntagged(false), [
          'AllowUntaggedCloud',
          'allow-untagged-cloud',
          'ClusterID',
        ])
      },
    ).sees('untagged-cloud-accepted')
  },
)

excluded(
  'manager.cloud.webhooks.effect',
  { row: 'Cloud WebhookConfiguration.Webhooks', aspect: 'effect' },
  'Webhooks enables webhooks of the cloud controller manager as Controllers enables controllers.',
  'The documents name no webhook of the cloud controller manager and no way to ask one, so which are enabled cannot be seen; the list itself is read back.',
)
