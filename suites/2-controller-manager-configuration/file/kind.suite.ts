import { accepts, currentCheck, expect, HarnessError, refuses, rulesOf, says, seeing, formerly } from '#kit'
import type { ConfigurationTree } from '#kit/launch.ts'
import {
  expectManagerAccepted,
  expectManagerRefusal,
  sharedManager,
} from '../../shared/controller-manager.ts'

const { must } = rulesOf({ document: 2, section: 'Top-level kinds', overlaps: true })

const group = 'orchcontrollermanager.config.orch.io'
const kind = 'OrchControllerManagerConfiguration'
const controlCheck = 'manager.file.complete/accepts-a-file-with-every-field'

/** Returns the complete file with changed top-level members; `undefined` omits a member. */
const file = (changes: Record<string, unknown>) => ({
  wholeFile: (configuration: ConfigurationTree) =>
    Object.fromEntries(
      Object.entries({ ...configuration, ...changes }).filter(([, value]) => value !== undefined),
    ),
})

const completeManager = sharedManager(() => file({ DeprecatedController: {} }))

must(
  'manager.file.complete',
  { section: 'What the service does', row: 'every field is required', overlaps: false },
  () => {
    says(
      'A file with every field that the document lists, each of its type and spelled as there, is accepted.',
    )
    accepts('a file with every field', async () => {
      expect(await (await completeManager()).readiness(5_000)).toBeUndefined()
    }).sees('deprecated-controller-refused')
  },
)

must('manager.file.api-version', { section: 'Versioning', row: 'v1alpha1 only', twin: controlCheck }, () => {
  says(`The configuration of the controller manager exists under ${group}/v1alpha1 only.`)
  refuses('a file without apiVersion', async () => {
    await expectManagerRefusal(file({ apiVersion: undefined }), 'apiVersion')
  }).sees('api-version-missing-accepted')

  refuses
    .for({
      v1: `${group}/v1`,
      v1beta1: `${group}/v1beta1`,
      v2: `${group}/v2`,
    })('the version %s', async (apiVersion) => {
      await expectManagerRefusal(file({ apiVersion }), 'apiVersion')
    })
    .sees('api-version-other-than-v1alpha1-accepted')

  refuses
    .for({
      'the group of the cloud controller manager': 'cloudcontrollermanager.config.orch.io/v1alpha1',
      'the group of leader migration': 'controllermanager.config.orch.io/v1alpha1',
      'a version without its group': 'v1alpha1',
    })('%s', async (apiVersion) => {
      await expectManagerRefusal(file({ apiVersion }), 'apiVersion')
    })
    .sees('api-version-unknown-accepted')
})

must('manager.file.kind', { row: kind, twin: controlCheck }, () => {
  says(`The kind of the file is ${kind}.`)
  refuses.for({
    'a file that is empty': seeing(['empty-file-accepted'], ''),
    'a file that is not an object': formerly(
      'a file that is no object',
      seeing(['broken-file-accepted'], '{ kind: ['),
    ),
  })('%s, because it has no kind', async (content) => {
    await expectManagerRefusal({ wholeFile: () => content }, 'configuration.yaml')
  })

  refuses(
    { title: 'a file that does not exist', id: 'a file that does not exist, because it has no kind' },
    async () => {
      const { configuration } = currentCheck().dialect.programs['controller-manager']
      if (configuration?.as !== 'file')
        throw new HarnessError('not-applicable', 'The controller manager reads no file.')
      await expectManagerRefusal(
        { flags: { [configuration.flag]: '/none/configuration.yaml' } },
        'configuration.yaml',
      )
    },
  ).sees('missing-file-accepted')

  refuses('a file without kind', async () => {
    await expectManagerRefusal(file({ kind: undefined }), 'kind')
  }).sees('kind-missing-accepted')

  refuses
    .for({
      'the kind of the cloud controller manager': formerly(
        'the kind of the other program',
        'CloudControllerManagerConfiguration',
      ),
      'a kind that does not exist': `${kind}s`,
      'a kind that differs in case': seeing(['kind-case-ignored'], 'orchControllerManagerConfiguration'),
    })('%s', async (other) => {
      await expectManagerRefusal(file({ kind: other }), 'kind')
    })
    .sees('kind-not-compared')
})

must(
  'manager.file.retired-block',
  { row: 'members of OrchControllerManagerConfiguration', aspect: 'DeprecatedController' },
  () => {
    says(
      'DeprecatedController is a block of the kind, and needs no fields. Unspecified: which fields it has.',
    )
    accepts(
      { title: 'the block DeprecatedController without any field', id: 'it without any field' },
      async () => {
        await expectManagerAccepted(file({ DeprecatedController: {} }))
      },
    ).sees('deprecated-controller-refused')
  },
)
