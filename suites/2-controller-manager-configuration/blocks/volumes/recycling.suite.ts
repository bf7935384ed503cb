import { accepts, expect, refuses, test, formerly } from '#kit'
import { file } from '#kit/launch.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectAccepts, expectRefuses } from '../refusals.ts'
import {
  fieldDefaults,
  block,
  blocks,
  recyclerPod,
  imageName,
  fixtures,
  maxRetryField,
  recyclers,
  template,
  watchedResources,
} from './recyclers.ts'
import { expectRetries } from './retrying.ts'

const faultsOfTimeouts = { NFS: [], HostPath: ['recycler-host-path-timeouts-of-nfs'] } as const

for (const { sort } of recyclers) {
  const minimumField = `${block}/MinimumTimeout${sort}`
  const incrementField = `${block}/IncrementTimeout${sort}`
  const templateField = `${block}/PodTemplateFilePath${sort}`

  declareFieldRule(
    {
      field: minimumField,
      aspect: 'minimum',
      overlaps: false,
      says: `A pod that cleans a volume (${sort}) has at least that long.`,
    },
    () => {
      test
        .for(fixtures)(
          { title: 'gives a recycler pod at least %s as its timeout', id: 'gives a cleaner at least %s' },
          async ({ fixture, minimum }) => {
            requireFields(minimumField)
            const spec = await recyclerPod((await fixture()).api, sort, 1)

            expect(spec?.activeDeadlineSeconds ?? 0).toBeGreaterThanOrEqual(
              minimum + fieldDefaults[sort].minimum,
            )
          },
        )
        .sees(ignoringFault(minimumField), ...faultsOfTimeouts[sort])
    },
  )

  declareFieldRule(
    {
      field: incrementField,
      aspect: 'per-gi',
      overlaps: false,
      says: `Each Gi of a volume (${sort}) adds so many seconds.`,
    },
    () => {
      test
        .for(fixtures)(
          {
            title: 'adds %s per Gi of the volume to the timeout of the recycler pod',
            id: 'gives the cleaner of a larger volume more time by %s',
          },
          async ({ fixture, increment }) => {
            requireFields(incrementField)
            const { api } = await fixture()
            const [smallVolumePod, largeVolumePod] = [
              await recyclerPod(api, sort, 100),
              await recyclerPod(api, sort, 200),
            ]

            expect(
              (largeVolumePod?.activeDeadlineSeconds ?? 0) - (smallVolumePod?.activeDeadlineSeconds ?? 0),
            ).toBe(100 * (increment + fieldDefaults[sort].increment))
          },
        )
        .sees(ignoringFault(incrementField), ...faultsOfTimeouts[sort])
    },
  )

  declareFieldRule(
    {
      field: templateField,
      aspect: 'template',
      overlaps: false,
      says: `Pods that clean volumes (${sort}) are made of the template.`,
    },
    () => {
      test
        .for(fixtures)(
          { title: 'creates a recycler pod from the template of %s', id: 'makes a cleaner of %s' },
          async ({ fixture, which }) => {
            requireFields(templateField)
            const spec = await recyclerPod((await fixture()).api, sort, 1)

            expect(spec?.containers?.[0]?.image).toBe(imageName(sort, which))
          },
        )
        .sees(ignoringFault(templateField))
    },
  )

  const refusalFault =
    sort === 'NFS' ? 'recycler-template-nfs-refused' : 'recycler-template-host-path-refused'
  const fault = sort === 'NFS' ? 'recycler-template-nfs-unchecked' : 'recycler-template-host-path-unchecked'
  declareFieldRule(
    { field: templateField, aspect: 'readable', says: 'The file of a template holds a pod.' },
    () => {
      const spec = (path: unknown) => ({
        blocks,
        fields: { [templateField]: path },
        watchedResources,
      })

      accepts({ title: 'a file that contains a pod', id: 'a pod' }, async () => {
        await expectAccepts(spec(file('pod.yaml', template('judged.example/any'))), templateField)
      }).sees(refusalFault)

      refuses({ title: 'a file that does not exist', id: 'a file that is not there' }, async () => {
        await expectRefuses(spec('/none/pod.yaml'), templateField)
      }).sees(fault, ignoringFault(templateField))

      refuses
        .for({
          'an empty file': file('pod.yaml', '', { verbatim: true }),
          'a file that contains another object': formerly(
            'a file that holds another object',
            file('pod.yaml', {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              metadata: { name: 'cleaner' },
              data: {},
            }),
          ),
          'a file that is not YAML': file('pod.yaml', 'kind: [', { verbatim: true }),
        })('%s', async (content) => {
          await expectRefuses(spec(content), templateField)
        })
        .sees(fault, ignoringFault(templateField))
    },
  )
}

declareFieldRule(
  {
    field: maxRetryField,
    aspect: 'retries',
    says: 'After a failure a volume is cleaned again as often as MaximumRetry says.',
  },
  () => {
    test
      .for(fixtures)(
        {
          title: 'retries the recycling of a volume as often as %s states',
          id: 'tries again as often as %s',
        },
        async (fixture) => {
          await expectRetries(fixture, 'NFS')
        },
      )
      .sees(ignoringFault(maxRetryField))

    test
      .for(fixtures)(
        {
          title: 'retries the recycling of a host path volume as often as %s states',
          id: 'tries again as often as %s with a volume of the host',
        },
        async (fixture) => {
          await expectRetries(fixture, 'HostPath')
        },
      )
      .sees('recycler-host-path-not-retried')
  },
)
