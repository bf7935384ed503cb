import { formerly, accepts, refuses, rulesOf, says, seeing } from '#kit'
import { expectManagerAccepted, expectManagerRefusal } from '../../shared/controller-manager.ts'
import { fileGroup as group, fileKind as kind } from '../../shared/manager/migration.ts'
import { id, settings, source, specWithFile } from './migration-file.ts'

const { must } = rulesOf({ overlaps: true })

must(id('kind'), source, () => {
  says(`The kind exists under ${group}/v1alpha1 only.`)
  accepts(
    { title: 'a file of the kind LeaderMigrationConfiguration', id: 'a file of the kind' },
    async () => {
      await expectManagerAccepted(specWithFile(settings({ resourceLock: 'endpoints' })))
    },
  ).sees('migration-lock-endpoints-refused')

  refuses.for({
    'a file without apiVersion': seeing(['api-version-missing-accepted'], { apiVersion: undefined }),
    'a file without kind': seeing(['kind-missing-accepted'], { kind: undefined }),
    'another kind': seeing(['kind-not-compared'], { kind: `${kind}s` }),
    'the kind of the whole manager': seeing(['kind-not-compared'], {
      kind: 'OrchControllerManagerConfiguration',
    }),
    'the group of the whole manager': seeing(['api-version-unknown-accepted'], {
      apiVersion: 'orchcontrollermanager.config.orch.io/v1alpha1',
    }),
  })('%s', async (changes) => {
    await expectManagerRefusal(specWithFile(settings(changes)), ['kind', 'apiVersion', 'version'])
  })

  refuses
    .for({ v1: 'v1', v1beta1: 'v1beta1', v2: 'v2' })('the version %s', async (version) => {
      await expectManagerRefusal(specWithFile(settings({ apiVersion: `${group}/${version}` })), [
        'apiVersion',
        'version',
      ])
    })
    .sees('api-version-other-than-v1alpha1-accepted')

  refuses('a file that does not exist', async () => {
    await expectManagerRefusal(specWithFile('/none/leader-migration.yaml'), 'leader-migration.yaml')
  }).sees('missing-file-accepted')
})

must(
  id('types'),
  {
    ...source,
    rows: ['leaderName', 'resourceLock', 'controllerLeaders'],
    aspect: 'in a file',
    twin: `${id('kind')}/accepts-a-file-of-the-kind`,
  },
  () => {
    says(
      'leaderName and resourceLock are texts, the latter leases or endpoints, and controllerLeaders is a list.',
    )
    refuses.for({
      'a number as leaderName': seeing(['number-for-string-accepted'], {
        leaderName: 5,
      }),
      'an object as controllerLeaders': seeing(['scalar-for-list-accepted'], {
        controllerLeaders: { name: 'a', component: '*' },
      }),
      'a number as the name of the second entry': seeing(['number-for-string-accepted'], {
        controllerLeaders: [
          { name: 'a', component: '*' },
          { name: 5, component: '*' },
        ],
      }),
      'a number as the component of the second entry': seeing(['number-for-string-accepted'], {
        controllerLeaders: [
          { name: 'a', component: '*' },
          { name: 'b', component: 5 },
        ],
      }),
      'a resourceLock other than leases and endpoints': formerly(
        'another lock',
        seeing(['migration-lock-unchecked'], { resourceLock: 'configmaps' }),
      ),
    })('%s', async (changes) => {
      await expectManagerRefusal(specWithFile(settings(changes)), Object.keys(changes))
    })
  },
)
